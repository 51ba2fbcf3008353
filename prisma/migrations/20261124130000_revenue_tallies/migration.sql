SET lock_timeout = '5s';

-- The ledger's sums by UTC day, so that a figure reads some thousand rows instead of the whole ledger
-- (docs/decisions/0032). Rows are deltas; a read folds them when there are many. Movements are never changed or deleted.
CREATE TABLE tallies.revenue (
  currency char(3) NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  yearly_pence bigint NOT NULL,
  movements bigint NOT NULL
);
CREATE FUNCTION tallies.fold_revenue() RETURNS void LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM tallies.revenue RETURNING *)
  INSERT INTO tallies.revenue
  SELECT currency, day, kind, sum(yearly_pence), sum(movements) FROM gone GROUP BY currency, day, kind
$$;

-- What past due subscriptions bring in: changes with their status, and with their movements.
CREATE FUNCTION tallies.count_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies.revenue
  SELECT currency, (at AT TIME ZONE 'UTC')::date, kind, sum(yearly_pence), count(*) FROM changed GROUP BY 1, 2, 3;
  INSERT INTO tallies.deltas
  SELECT 'past due pence ' || c.currency, sum(c.yearly_pence) FROM changed c
  JOIN subscriptions s ON s.stripe_subscription_id = c.stripe_subscription_id AND s.status = 'past_due' GROUP BY c.currency;
  RETURN NULL;
END $$;
CREATE FUNCTION tallies.count_past_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies.deltas
  SELECT 'past due pence ' || m.currency, sum(m.yearly_pence * s.sign)
  FROM (VALUES (CASE WHEN TG_OP <> 'INSERT' THEN OLD.status END, CASE WHEN TG_OP <> 'INSERT' THEN OLD.stripe_subscription_id END, -1),
    (CASE WHEN TG_OP <> 'DELETE' THEN NEW.status END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.stripe_subscription_id END, 1)) s (status, id, sign)
  JOIN revenue_movements m ON m.stripe_subscription_id = s.id
  WHERE s.status = 'past_due' GROUP BY m.currency;
  RETURN NULL;
END $$;
-- In the order in which a sync writes: subscriptions, then movements. The other order could deadlock with it.
CREATE TRIGGER subscriptions_past_due_in AFTER INSERT ON subscriptions FOR EACH ROW
  WHEN (NEW.status = 'past_due') EXECUTE FUNCTION tallies.count_past_due();
CREATE TRIGGER subscriptions_past_due_out AFTER DELETE ON subscriptions FOR EACH ROW
  WHEN (OLD.status = 'past_due') EXECUTE FUNCTION tallies.count_past_due();
CREATE TRIGGER subscriptions_past_due_anew AFTER UPDATE OF status ON subscriptions FOR EACH ROW
  WHEN ((OLD.status = 'past_due') <> (NEW.status = 'past_due')) EXECUTE FUNCTION tallies.count_past_due();
CREATE TRIGGER revenue_movements_counted AFTER INSERT ON revenue_movements
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tallies.count_movements();
