/** What `rspamc stat` prints, and with `-j` or from the controller's `/stat`. */
const SCANNED = /(?:Messages scanned|"scanned"): ?(\d{1,15})/g;

/** The longest text that is read: the statistics of many servers. */
export const LONGEST_STAT = 100_000;

/**
 * The scanned messages in the output of `rspamc stat`, of all servers together; null if there is none. Rspamd writes
 * the count to `stats.ucl` and reads it at its start, so it runs since the installation or the last
 * `rspamc stat_reset`, and not since the start that `rspamc uptime` tells (measured with Rspamd 3.4 and 4.1.6).
 */
export function readScanned(text: string): number | null {
  const counts = [...text.slice(0, LONGEST_STAT).matchAll(SCANNED)].map(([, digits]) => Number(digits));
  return counts.length ? counts.reduce((sum, count) => sum + count, 0) : null;
}
