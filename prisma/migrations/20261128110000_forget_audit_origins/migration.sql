-- Where an event came from leaves the audit log after a time; the event stays.
SET lock_timeout = '5s';

-- Up to which moment the origins of events are forgotten, so that each run reads only the days after it.
CREATE TABLE tallies.audit_forgotten (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  until timestamptz NOT NULL
);

-- The audit trail is append-only, whoever asks. One change is possible, for the owner of the table: a row older than 30
-- days may lose its origin.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.at < now() - interval '30 days'
      AND NEW.ip IS NULL AND NEW.data = OLD.data - ARRAY['user_agent', 'address']
      AND (NEW.id, NEW.at, NEW.action, NEW.actor_kind) = (OLD.id, OLD.at, OLD.action, OLD.actor_kind)
      AND (NEW.actor_id, NEW.target_id, NEW.request_id) IS NOT DISTINCT FROM (OLD.actor_id, OLD.target_id, OLD.request_id)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

-- Removes IP addresses and names of browsers from the events of one day before a moment. Returns the moment up to which
-- they are forgotten: call it again until that is the given one. The app calls it, and may not change a row itself.
CREATE FUNCTION forget_audit_origins(before timestamptz) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  since timestamptz := (SELECT until FROM tallies.audit_forgotten);
  day_end timestamptz;
BEGIN
  IF before > now() - interval '30 days' THEN RAISE EXCEPTION 'origins stay for 30 days at least'; END IF;
  IF since >= before THEN RETURN before; END IF;
  since := coalesce((SELECT min(at) FROM audit_events WHERE at >= coalesce(since, '-infinity')), before);
  day_end := least(before, since + interval '1 day');
  UPDATE audit_events SET ip = NULL, data = data - ARRAY['user_agent', 'address']
    WHERE at >= since AND at < day_end AND (ip IS NOT NULL OR data ?| ARRAY['user_agent', 'address']);
  INSERT INTO tallies.audit_forgotten (until) VALUES (day_end) ON CONFLICT (id) DO UPDATE SET until = day_end;
  RETURN day_end;
END $$;
REVOKE EXECUTE ON FUNCTION forget_audit_origins(timestamptz) FROM PUBLIC;
