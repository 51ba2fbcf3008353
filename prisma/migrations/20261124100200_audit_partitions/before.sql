-- `npm run migrate` builds these before this migration, as those of prisma/indexes.sql: it attaches the table as a
-- partition, and PostgreSQL would build missing indexes while everybody waits.
CREATE UNIQUE INDEX CONCURRENTLY audit_events_at_id_pkey ON audit_events (at, id);
CREATE INDEX CONCURRENTLY audit_events_action_at_id_idx ON audit_events (action, at DESC, id DESC);
CREATE INDEX CONCURRENTLY audit_events_request_id_idx ON audit_events (request_id);
CREATE INDEX CONCURRENTLY audit_events_ip_at_id_idx ON audit_events (ip, at DESC, id DESC);
-- New: the rare kinds of actors.
CREATE INDEX CONCURRENTLY audit_events_rare_actors_idx ON audit_events (actor_kind, at DESC, id DESC)
  WHERE actor_kind IN ('admin', 'server');
