import type { DeskReport, HostAnswer, LookUpView, ReportView } from '#lib/hash-reports/views.ts';

/** A digest of 128 hex digits that begins with `start`. */
export const digestOf = (start: string): string => start.repeat(128).slice(0, 128);
export const DIGEST = digestOf('589bff398e');

export const hostAnswer = (index: number, state: HostAnswer['state'], more: Partial<HostAnswer> = {}): HostAnswer => ({
  server: `fuzzy${index}.example.net:11335`,
  state,
  list: null,
  symbol: null,
  weight: null,
  since: null,
  answered_at: state === 'waiting' || state === 'no_answer' ? null : '2026-11-28T14:01:02.000Z',
  ...more,
});
export const storedOn = (index: number, more: Partial<HostAnswer> = {}): HostAnswer =>
  hostAnswer(index, 'stored', {
    ...{ list: 'premium', symbol: 'FUZZY_PLUS_DENIED', weight: 12, since: '2026-11-02T03:04:05.000Z' },
    ...more,
  });

export const lookUp = (answers: HostAnswer[], complete = true): LookUpView => ({
  id: '0197a000-0000-7000-8000-0000000000a1',
  digest: DIGEST,
  answers,
  complete,
});

export const report = (state: ReportView['state'], more: Partial<ReportView> = {}): ReportView => ({
  id: `0197a000-0000-7000-8000-00000000${state.length}${state.charCodeAt(0)}`.padEnd(36, '0'),
  digest: DIGEST,
  state,
  note: 'Invoices of our hosting company, which customers asked for.',
  created_at: '2026-11-28T13:58:00.000Z',
  decided_at: state === 'waiting' || state === 'asked' ? null : '2026-11-28T14:01:40.000Z',
  reason: null,
  question: null,
  answer: null,
  hosts: [],
  host_count: 0,
  removed_count: 0,
  stays_away_until: null,
  ...more,
});

const HOSTS = ['fuzzy1.example.net:11335', 'fuzzy2.example.net:11335'];
export const removing = report('removing', {
  hosts: HOSTS.map((server, n) => ({ server, removed_at: n === 0 ? '2026-11-28T14:01:58.000Z' : null })),
  host_count: 2,
  removed_count: 1,
  stays_away_until: '2027-11-28T14:01:40.000Z',
});
export const removed = report('removed', {
  hosts: HOSTS.map((server, n) => ({ server, removed_at: `2026-11-28T14:0${n + 1}:${n ? '11' : '58'}.000Z` })),
  host_count: 2,
  removed_count: 2,
  stays_away_until: '2027-11-28T14:01:40.000Z',
});

export const deskReport = (n: number, more: Partial<DeskReport> = {}): DeskReport => ({
  ...report('waiting'),
  id: `0197a000-0000-7000-8000-0000000000d${n}`,
  digest: digestOf(['589bff398e', 'c0ffee1234', '0badcafe77'][n] ?? 'ab12'),
  version: 1,
  reporter: {
    ...{ user_id: '0197a000-0000-7000-8000-000000000001', email: 'postmaster@example.com' },
    ...{ reports: 12, removed: 9, kept: 2, standing: 'good' },
  },
  pasted: `header, flag 8: ${digestOf(['589bff398e', 'c0ffee1234', '0badcafe77'][n] ?? 'ab12')}`,
  answers: [storedOn(1), storedOn(2, { weight: 11 })],
  similar: { reports: 2, customers: 2 },
  hits: { keys: 41, requests: 2310 },
  ...more,
});
