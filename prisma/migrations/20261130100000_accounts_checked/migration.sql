-- What users has for the columns that moved to accounts (docs/decisions/0068): a change of the key map is noted, and a limit
-- is not negative. Existing rows are checked by the next migration, which blocks no one.
CREATE TRIGGER accounts_change_key_map AFTER UPDATE OF blocked_at, daily_limit
  ON accounts FOR EACH STATEMENT EXECUTE FUNCTION note_key_map_change();
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_daily_limit" CHECK ("daily_limit" >= 0) NOT VALID;
