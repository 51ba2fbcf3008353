import type { CheckedHost } from '#lib/doctor/views.ts';

/** The state of one host in a word. */
export const hostWord = (state: CheckedHost['state'], isOpen: boolean): string =>
  HOST_WORDS[state] ?? (isOpen ? 'Nothing yet' : 'Nothing');

const HOST_WORDS: Partial<Record<CheckedHost['state'], string>> = {
  waiting: 'Waiting',
  late: 'No answer in time',
  silent: 'Not reporting',
  old_agent: 'Cannot answer',
  works: 'Works',
  hidden: 'Works',
  wrong_key: 'Unknown key',
  suspended: 'Suspended',
  replaced: 'Old key',
  over_rate: 'Over the rate',
  reached: 'Ping',
  not_loaded: 'Key not there yet',
  in_clear: 'Without a key',
};
