SET lock_timeout = '5s';

-- The ledger from before the triggers of revenue_tallies, without holding writers off, as in key_counts_before.
INSERT INTO tallies.revenue
SELECT currency, day, kind, sum(yearly_pence), sum(movements) FROM (
  SELECT currency, (at AT TIME ZONE 'UTC')::date AS day, kind, sum(yearly_pence) AS yearly_pence, count(*) AS movements
  FROM revenue_movements GROUP BY 1, 2, 3
  UNION ALL SELECT currency, day, kind, -yearly_pence, -movements FROM tallies.revenue
) both_sides GROUP BY 1, 2, 3 HAVING sum(movements) <> 0;
INSERT INTO tallies.deltas
SELECT name, sum(pence) FROM (
  SELECT 'past due pence ' || m.currency AS name, m.yearly_pence AS pence FROM revenue_movements m
  JOIN subscriptions s ON s.stripe_subscription_id = m.stripe_subscription_id AND s.status = 'past_due'
  UNION ALL SELECT name, -delta FROM tallies.deltas WHERE name LIKE 'past due pence %'
) both_sides GROUP BY name HAVING sum(pence) <> 0;
