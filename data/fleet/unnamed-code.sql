-- The share of samples in each library whose function has no name but an address: where symbols are missing.
SELECT resource_name, sum(weight) AS own, sum(CASE WHEN function LIKE '0x%' THEN weight ELSE 0 END) AS unnamed,
       sum(CASE WHEN function LIKE '0x%' THEN weight ELSE 0 END) / sum(weight) AS share, count(DISTINCT profile) AS n_profiles
FROM samples WHERE stack IS NOT NULL AND resource_name IS NOT NULL GROUP BY resource_name ORDER BY unnamed DESC, resource_name LIMIT 20;
