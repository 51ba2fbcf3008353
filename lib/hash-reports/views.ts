import { z } from 'zod';
import { LISTS } from '#lib/storage/schema.ts';

const time = z.iso.datetime();

/** What a storage host says about a digest. */
export const HostAnswer = z.object({
  server: z.string(),
  state: z
    .enum(['waiting', 'stored', 'not_stored', 'cannot_inspect', 'no_answer'])
    .describe('cannot_inspect: its Rspamd is older than 4.1.3; no_answer: the time for answers is over'),
  list: z.enum(LISTS).nullable(),
  symbol: z.string().nullable().describe('what the guides name the matches of this list'),
  weight: z.number().nullable(),
  since: time.nullable().describe('when the host first learned it; null: it does not know'),
  answered_at: time.nullable(),
});
export type HostAnswer = z.infer<typeof HostAnswer>;

/** `POST account/api/reports/look-up` and `GET account/api/reports/look-ups/{id}`. */
export const LookUpView = z.object({
  id: z.uuid(),
  digest: z.string(),
  answers: z.array(HostAnswer),
  complete: z.boolean().describe('no host will answer later'),
});
export type LookUpView = z.infer<typeof LookUpView>;

export const ReportState = z
  .enum(['waiting', 'asked', 'kept', 'removing', 'removed', 'gone'])
  .describe(
    'waiting: for a judgement; asked: the desk asks the reporter; kept: with a reason; removing: not all hosts have ' +
      'removed it; removed; gone: to be removed, but no host had stored it',
  );
export type ReportState = z.infer<typeof ReportState>;

/** A report as its reporter sees it. */
export const ReportView = z.object({
  id: z.uuid(),
  digest: z.string(),
  state: ReportState,
  note: z.string(),
  created_at: time,
  decided_at: time.nullable(),
  reason: z.string().nullable().describe('of the judgement'),
  question: z.string().nullable().describe("the desk's"),
  answer: z.string().nullable().describe("the reporter's, to the question"),
  hosts: z.array(z.object({ server: z.string(), removed_at: time.nullable() })),
  host_count: z.int(),
  removed_count: z.int(),
  stays_away_until: time.nullable().describe('until then no host learns it again'),
});
export type ReportView = z.infer<typeof ReportView>;

/** `GET account/api/reports`, the newest 100. */
export const ReportListView = z.object({ reports: z.array(ReportView) });
export type ReportListView = z.infer<typeof ReportListView>;

/** A report as the desk sees it. */
export const DeskReport = z.object({
  ...ReportView.shape,
  version: z.int(),
  reporter: z.object({
    user_id: z.uuid(),
    email: z.string().nullable(),
    reports: z.int(),
    removed: z.int(),
    kept: z.int(),
    standing: z
      .enum(['new', 'good', 'poor'])
      .describe('new: fewer than three judgements; poor: at least three kept, and twice as many kept as removed'),
  }),
  pasted: z.string().nullable().describe('what was recognised in the pasted text; null: no longer stored'),
  answers: z.array(HostAnswer),
  similar: z
    .object({ reports: z.int(), customers: z.int() })
    .describe('other reports of this hash in 90 days, and how many other customers sent them'),
  hits: z.object({ keys: z.int(), requests: z.int() }).nullable().describe('in 24 hours; null: hosts do not know'),
});
export type DeskReport = z.infer<typeof DeskReport>;

/** `GET admin/api/reports`. Waiting and asked ones: the oldest first; done ones: the newest first. */
export const DeskListView = z.object({
  reports: z.array(DeskReport),
  next_cursor: z.string().nullable(),
  waiting: z.int().describe('all reports that wait for a judgement'),
});
export type DeskListView = z.infer<typeof DeskListView>;

export const RefusalView = z.object({
  digest: z.string(),
  since: time,
  until: time,
  report_id: z.uuid().nullable(),
  lifted_at: time.nullable(),
});
export type RefusalView = z.infer<typeof RefusalView>;

/** `GET admin/api/refusals`, the latest change first. */
export const RefusalListView = z.object({
  refusals: z.array(RefusalView),
  next_cursor: z.string().nullable(),
  version: z.int().describe('of the list; every change raises it'),
  hosts: z.array(
    z.object({
      server: z.string(),
      version: z.int().nullable().describe('that the host applies; null: it has not said'),
      error: z.string().nullable().describe('why the host may learn refused hashes again'),
    }),
  ),
});
export type RefusalListView = z.infer<typeof RefusalListView>;

const figures = {
  reports: z.int(),
  answered: z.int().describe('judged, or asked back'),
  median_seconds: z.int().nullable().describe('from the report to its first answer; null without an answer'),
  removed: z.int().describe('judged to be removed'),
};
/** `GET /api/report-figures`, the last 90 days in UTC, today included. Reports of deleted accounts do not count. */
export const FiguresView = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  ...figures,
  share_removed: z.number().nullable().describe('of the reports that were removed or kept; null without any'),
  days: z.array(z.object({ date: z.iso.date(), ...figures })).describe('by the day of the report; every day has a row'),
});
export type FiguresView = z.infer<typeof FiguresView>;

/** `GET /api/storage/hashes`. Agents ignore fields that they do not know. */
export const HostHashesView = z.object({
  format: z.literal(1),
  version: z.int().describe('of the refusals, with those in this answer'),
  is_complete: z.boolean().describe('false: ask again at once with this version'),
  refusals: z
    .array(z.tuple([z.string(), z.int()]))
    .describe('what changed: digest, and until when in seconds of UNIX time; 0: it may be learned again'),
  remove: z.array(z.string()).describe('digests that this host must remove and has not reported yet'),
});
export type HostHashesView = z.infer<typeof HostHashesView>;
