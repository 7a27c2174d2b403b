// SPDX-License-Identifier: GPL-3.0-or-later
// fleet-engines.js ENGINE [FOLDER FILE…]: the rows that files of SQL answer about the tables in FOLDER, as JSON; each file as it is.
// ENGINE is duckdb or clickhouse; their packages are @duckdb/node-api and chdb. Exit status 77 without the package.
'use strict';

const fs = require('fs');
const [engine, folder, ...files] = process.argv.slice(2);

function load(name) {
  try {
    return require(name);
  } catch {
    process.exit(77);
  }
}

async function connect(tables) {
  if (engine === 'duckdb') {
    const connection = await (await load('@duckdb/node-api').DuckDBInstance.create(':memory:')).connect();
    for (const table of tables)
      await connection.run(`CREATE VIEW ${table} AS SELECT * FROM '${folder}/${table}/**/*.parquet'`);
    return async text => (await connection.runAndReadAll(text)).getRowsJson();
  }
  const session = new (load('chdb').Session)();
  for (const table of tables)
    session.query(`CREATE VIEW ${table} AS SELECT * FROM file('${folder}/${table}/**.parquet')`);
  return async text => JSON.parse(session.query(text.replace(/;\s*$/, ''), 'JSONCompact')).data;
}

(async () => {
  const run = await connect(folder ? fs.readdirSync(folder).filter(name => !name.startsWith('_')) : []);
  const answers = {};
  for (const file of files)
    answers[file.split('/').pop()] = await run(fs.readFileSync(file, 'utf8'));
  process.stdout.write(JSON.stringify(answers), () => process.exit(0));
})();
