-- The 20 functions with the most samples of their own in each version, and their share of all samples of that version.
WITH v AS (SELECT profile, value AS version FROM profile_labels WHERE key = 'version'),
 f AS (SELECT v.version AS version, s.function AS function, sum(s.weight) AS own FROM samples s JOIN v ON v.profile = s.profile
       WHERE s.stack IS NOT NULL GROUP BY v.version, s.function),
 r AS (SELECT version, function, own, own / sum(own) OVER (PARTITION BY version) AS share,
       row_number() OVER (PARTITION BY version ORDER BY own DESC, function) AS place FROM f)
SELECT version, function, own, share FROM r WHERE place <= 20 ORDER BY version, place;
