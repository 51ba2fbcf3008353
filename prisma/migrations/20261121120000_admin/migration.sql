-- Search by any part of a text, and counts of big tables that cost nothing to read. The indexes stand in
-- prisma/indexes.sql, because they are built without holding up writers.
SET lock_timeout = '5s';

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- How many rows there are, by name: the sum of a name's deltas. Writers only ever insert here, so that none waits for
-- another; a reader folds them together from time to time. A schema of its own: Prisma does not list it.
CREATE SCHEMA tallies;
CREATE TABLE tallies.deltas (name text NOT NULL, delta bigint NOT NULL);

CREATE FUNCTION tallies.fold() RETURNS void LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM tallies.deltas RETURNING name, delta)
  INSERT INTO tallies.deltas SELECT name, sum(delta) FROM gone GROUP BY name HAVING sum(delta) <> 0
$$;

CREATE FUNCTION tallies.count_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies.deltas
  SELECT name, CASE TG_OP WHEN 'INSERT' THEN n ELSE -n END
  FROM (SELECT count(*) AS users, count(*) FILTER (WHERE is_admin) AS admins,
               count(*) FILTER (WHERE blocked_at IS NOT NULL) AS blocked FROM changed) c,
       LATERAL (VALUES ('users', users), ('admins', admins), ('blocked', blocked)) v (name, n)
  WHERE n <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION tallies.count_user_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies.deltas
  SELECT name, n FROM (VALUES
    ('admins', NEW.is_admin::int - OLD.is_admin::int),
    ('blocked', (NEW.blocked_at IS NOT NULL)::int - (OLD.blocked_at IS NOT NULL)::int)) v (name, n)
  WHERE n <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER users_counted_in AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tallies.count_users();
CREATE TRIGGER users_counted_out AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tallies.count_users();
CREATE TRIGGER users_counted_anew AFTER UPDATE OF is_admin, blocked_at ON users FOR EACH ROW
  WHEN (OLD.is_admin <> NEW.is_admin OR (OLD.blocked_at IS NULL) <> (NEW.blocked_at IS NULL))
  EXECUTE FUNCTION tallies.count_user_change();

-- By Stripe's status; which of them are live is a rule of the product.
CREATE FUNCTION tallies.count_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies.deltas
  SELECT 'subscriptions ' || status, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed GROUP BY status;
  RETURN NULL;
END $$;
CREATE FUNCTION tallies.count_subscription_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies.deltas VALUES ('subscriptions ' || OLD.status, -1), ('subscriptions ' || NEW.status, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER subscriptions_counted_in AFTER INSERT ON subscriptions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tallies.count_subscriptions();
CREATE TRIGGER subscriptions_counted_out AFTER DELETE ON subscriptions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tallies.count_subscriptions();
CREATE TRIGGER subscriptions_counted_anew AFTER UPDATE OF status ON subscriptions FOR EACH ROW
  WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION tallies.count_subscription_change();

-- What is there already. The triggers' locks hold writers off until the end: 0.2 s at a million users.
INSERT INTO tallies.deltas
SELECT name, n FROM (SELECT count(*) AS users, count(*) FILTER (WHERE is_admin) AS admins,
                            count(*) FILTER (WHERE blocked_at IS NOT NULL) AS blocked FROM users) c,
  LATERAL (VALUES ('users', users), ('admins', admins), ('blocked', blocked)) v (name, n)
WHERE n <> 0
UNION ALL SELECT 'subscriptions ' || status, count(*) FROM subscriptions GROUP BY status;
