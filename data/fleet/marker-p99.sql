-- How long markers last in each version: of 100 in order of their durations the 99th; of names with 100 markers at least.
WITH v AS (SELECT profile, value AS version FROM profile_labels WHERE key = 'version'),
 m AS (SELECT v.version AS version, s.name AS name, s.duration AS duration FROM markers s JOIN v ON v.profile = s.profile
       WHERE s.duration IS NOT NULL AND s.incomplete = 0),
 r AS (SELECT version, name, duration, count(*) OVER (PARTITION BY version, name) AS n,
       row_number() OVER (PARTITION BY version, name ORDER BY duration) AS place FROM m)
SELECT version, name, n, duration AS p99 FROM r WHERE n >= 100 AND place = ceil(n * 0.99) ORDER BY p99 DESC, version, name LIMIT 20;
