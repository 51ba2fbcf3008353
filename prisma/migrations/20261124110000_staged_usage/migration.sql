SET lock_timeout = '5s';

-- What storage hosts have reported and no job has folded into points, hours and days yet (docs/decisions/0043). Reports
-- only add rows here, which costs a fifth of updating the sums. No foreign keys: checking two for each row would cost more
-- than the row, and folding leaves out what no longer exists. A new table: nothing waits.
CREATE TABLE tallies.usage (
  key_id int NOT NULL,
  server_id int NOT NULL,
  -- the end of the report
  at timestamptz(3) NOT NULL,
  checked int NOT NULL,
  hits int NOT NULL,
  errors int NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);
CREATE INDEX usage_key_id_idx ON tallies.usage (key_id);

-- What was counted, folded or not. A bucket may have several rows: sum them up.
CREATE VIEW all_usage_points AS
  SELECT key_id, server_id, bucket, checked, hits, errors FROM usage_points
  UNION ALL
  SELECT key_id, server_id, date_bin('10 min', at - interval '1 ms', 'epoch'), checked, hits, errors FROM tallies.usage;
CREATE VIEW all_usage_hours AS
  SELECT key_id, server_id, bucket, checked, hits, errors FROM usage_hours
  UNION ALL
  SELECT key_id, server_id, date_trunc('hour', at - interval '1 ms', 'UTC'), checked::bigint, hits::bigint, errors::bigint FROM tallies.usage;
CREATE VIEW all_usage_days AS
  SELECT key_id, server_id, bucket, checked, hits, errors FROM usage_days
  UNION ALL
  SELECT key_id, server_id, date_trunc('day', at - interval '1 ms', 'UTC'), checked::bigint, hits::bigint, errors::bigint FROM tallies.usage;
