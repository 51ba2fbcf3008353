SET lock_timeout = '5s';

-- The keys from before the triggers of key_counts, by the rules of counters_of. No writer waits: the statement sees the
-- rows and the deltas of the same transactions, so the rows without the deltas are those that no trigger has counted.
INSERT INTO tallies.deltas
SELECT name, sum(n) FROM (
  SELECT v.name, v.n FROM (
    SELECT count(*) FILTER (WHERE active) AS active, count(*) FILTER (WHERE active AND has_email) AS with_email,
      count(*) FILTER (WHERE active AND is_stripe) AS stripe,
      count(*) FILTER (WHERE active AND NOT has_email AND NOT (is_stripe AND description LIKE '%sub\_%')) AS manual,
      count(*) FILTER (WHERE NOT active) AS deleted
    FROM (SELECT deleted_at IS NULL AS active, email IS NOT NULL AS has_email,
      description COLLATE "C" ILIKE '%stripe%' AS is_stripe, description FROM fuzzy_keys OFFSET 0) k
  ) c, LATERAL (VALUES ('keys active', active), ('keys with email', with_email), ('keys stripe', stripe),
    ('keys manual', manual), ('keys deleted', deleted)) v (name, n)
  UNION ALL SELECT name, -delta FROM tallies.deltas WHERE name LIKE 'keys %'
) both_sides GROUP BY name HAVING sum(n) <> 0;
