-- What costs more or less in one version than in another: the share of each function in each profile; its mean, the standard error of the
-- mean, and the difference in errors. Of 500 functions some reach 3 by chance: look at those above 4. The first line names the versions.
WITH c AS (SELECT '152' AS old, '153' AS new),
 n AS (SELECT profile, sum(weight) AS n FROM samples WHERE stack IS NOT NULL GROUP BY profile),
 f AS (SELECT function, profile, sum(weight) AS w FROM samples WHERE stack IS NOT NULL GROUP BY function, profile),
 v AS (SELECT profile, value AS version FROM profile_labels WHERE key = 'version'),
 k AS (SELECT version, count(*) AS k FROM v GROUP BY version),
 a AS (SELECT f.function AS function, v.version AS version, sum(f.w / n.n) AS s, sum((f.w / n.n) * (f.w / n.n)) AS s2
       FROM f JOIN n ON n.profile = f.profile JOIN v ON v.profile = f.profile GROUP BY f.function, v.version),
 m AS (SELECT a.function AS function, a.version AS version, a.s / k.k AS mean, sqrt(abs(a.s2 / k.k - (a.s / k.k) * (a.s / k.k)) / k.k) AS error
       FROM a JOIN k ON k.version = a.version),
 x AS (SELECT m.function AS function, m.mean AS mean, m.error AS error FROM m JOIN c ON c.old = m.version),
 y AS (SELECT m.function AS function, m.mean AS mean, m.error AS error FROM m JOIN c ON c.new = m.version)
SELECT x.function AS function, x.mean AS before, y.mean AS after, (y.mean - x.mean) / sqrt(x.error * x.error + y.error * y.error + 1e-18) AS z
FROM x JOIN y ON y.function = x.function ORDER BY abs(z) DESC, function LIMIT 20;
