import { HOUR, MINUTE, SECOND } from '#lib/base/time.ts';

/** Seconds between two heartbeats of a worker. */
export const HEARTBEAT_S = 10;
/** A worker that was not seen for this long has stopped. */
export const WORKER_SILENT_S = (2 * MINUTE) / SECOND;
/** Longer than pg-boss takes to find a job, and to move those of a dead worker to another one. */
export const JOB_LATE_S = (5 * MINUTE) / SECOND;
/** A day, and the time that a backup takes. */
export const BACKUP_OLD_S = (26 * HOUR) / SECOND;
