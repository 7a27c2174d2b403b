-- The hosts whose requests last longest. Names of such markers have the address.
SELECT host, count(*) AS n, avg(duration) AS mean, max(duration) AS longest
FROM (SELECT regexp_extract(name, '://([^/:?#]+)', 1) AS host, duration FROM markers
      WHERE type = 'Network' AND duration IS NOT NULL AND incomplete = 0) AS r
WHERE host <> '' GROUP BY host ORDER BY mean DESC, host LIMIT 20;
