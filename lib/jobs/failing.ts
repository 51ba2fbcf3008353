/** A job that failed this often needs an admin, although it will be tried again: one failure may be chance. */
export const ATTENTION_AFTER = 3;

/** The queue of jobs that failed every try. An admin can see them and run them again (R4). */
export const DEAD_LETTER = 'dead_letter';

/**
 * SQL conditions on `pgboss.job j`. pg-boss counts a retry when it begins, so a job that waits for its second retry has
 * failed twice, and one that runs for the third time, too.
 */
export const JOB_SQL = {
  gaveUp: `j.name = '${DEAD_LETTER}' AND j.state IN ('created', 'failed')`,
  failing: `j.name <> '${DEAD_LETTER}' AND (j.state = 'retry' AND j.retry_count >= ${ATTENTION_AFTER - 1}
    OR j.state = 'active' AND j.retry_count >= ${ATTENTION_AFTER})`,
  waiting: `j.name <> '${DEAD_LETTER}' AND j.state IN ('created', 'retry')`,
  running: `j.name <> '${DEAD_LETTER}' AND j.state = 'active'`,
} as const;

/** The seconds for which a job of `pgboss.job j` could have started, but did not; null for any other job. */
export const OVERDUE_SECONDS = `CASE WHEN j.name <> '${DEAD_LETTER}' AND j.state = 'created' AND j.start_after <= now()
  THEN extract(epoch FROM now() - j.start_after)::float8 END`;
