/** The log of runs: e2e/ha/runs.jsonl, from which docs/ha-runs.md is written. */
import { z } from 'zod';

export const FaultRecord = z.object({
  fault: z.string(),
  /** seconds: the longest outage that is accepted, and the one that was measured */
  limit: z.number(),
  outage: z.number(),
  /** acknowledged writes, and 503 responses */
  writes: z.number(),
  refused: z.number(),
  lost: z.array(z.string()),
  wrong: z.array(z.string()),
  twice: z.array(z.string()),
  /** emails that were sent more than once, and how many copies of one were sent at most */
  mailedTwice: z.number(),
  mostCopies: z.number(),
  /** other invariants that did not hold */
  broken: z.array(z.string()),
  seconds: z.number(),
});
export type FaultRecord = z.infer<typeof FaultRecord>;

export const RunRecord = z.object({
  startedAt: z.string(),
  commit: z.string(),
  seconds: z.number(),
  /** the machine's load average of the last minutes; other programs slow everything down */
  load: z.number(),
  faults: z.array(FaultRecord),
  /** why the run ended early */
  failure: z.string().optional(),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** What is wrong with the figures of a fault; empty if every target was met. */
export const missesOf = ({ limit, outage, lost, wrong, twice, mostCopies, broken }: FaultRecord): string[] => [
  ...(outage > limit ? [`outage of ${outage.toFixed(1)} s, at most ${limit} s`] : []),
  ...lost.map((text) => `lost: ${text}`),
  ...wrong.map((text) => `wrong: ${text}`),
  ...twice.map((text) => `twice: ${text}`),
  ...(mostCopies > 2 ? [`a mail was sent ${mostCopies} times`] : []),
  ...broken.map((text) => `broken: ${text}`),
];

/** Whether a run was complete and met every target. */
export const isGreen = ({ faults, failure }: RunRecord): boolean =>
  failure === undefined && faults.length > 0 && faults.every((fault) => missesOf(fault).length === 0);

const COLUMNS = ['fault', 'outage (s)', 'lost', 'wrong', 'twice', 'mails twice', '503', 'writes'];

/** The figures of one run as a table with a row for each fault. */
export const tableOf = (faults: readonly FaultRecord[]): string =>
  table(
    COLUMNS,
    faults.map(({ fault, outage, lost, wrong, twice, mailedTwice, refused, writes }) => [
      fault,
      outage.toFixed(1),
      ...[lost.length, wrong.length, twice.length, mailedTwice, refused, writes].map(String),
    ]),
  );

const HEAD = `# Runs of \`npm run test:ha\`

\`npm run test:ha\` breaks a Patroni cluster under load in the ways of the first column, and adds its figures here. The program writes this page; [operations.md](operations.md#a-cluster-of-three-database-hosts) explains the cluster. The outage is the longest time without an acknowledged write in the worse of two web processes, one of which is behind PgBouncer, from the start of the last write before it to the response to the first one after it; 0.2 s is usual without a fault. Lost: acknowledged writes that are gone. Wrong: responses other than the expected one, or 503 outside an outage. Twice: effects in the database. Mails may be sent twice, and are counted.
`;

/** The text of docs/ha-runs.md. The newest commit comes first. */
export function pageOf(runs: readonly RunRecord[]): string {
  const commits = [...Map.groupBy(runs, ({ commit }) => commit)].reverse();
  return [HEAD, ...commits.map(([commit, its]) => sectionOf(commit, its))].join('\n');
}

function sectionOf(commit: string, runs: readonly RunRecord[]): string {
  const when = ({ startedAt }: RunRecord) => startedAt.slice(0, 16).replace('T', ' ');
  const byFault = [
    ...Map.groupBy(
      runs.flatMap(({ faults }) => faults),
      ({ fault }) => fault,
    ),
  ];
  const misses = runs.flatMap((run) => [
    ...(run.failure === undefined ? [] : [`- ${when(run)}: ended early: ${run.failure}`]),
    ...run.faults.flatMap((fault) => missesOf(fault).map((text) => `- ${when(run)}, ${fault.fault}: ${text}`)),
  ]);
  return [
    `## Commit ${commit.slice(0, 12)}\n`,
    `${runs.length} ${runs.length === 1 ? 'run' : 'runs'}, ${runs.filter(isGreen).length} with every target met: ${runs.map((run) => `${when(run)} (${run.seconds.toFixed(0)} s, load ${run.load.toFixed(1)})`).join(', ')}.\n`,
    table(
      [
        'fault',
        'times',
        'outage: median (s)',
        'longest (s)',
        'at most (s)',
        'lost',
        'wrong',
        'twice',
        'mails twice',
        'writes',
      ],
      byFault.map(([fault, records]) => {
        const outages = records.map(({ outage }) => outage).toSorted((a, b) => a - b);
        const sum = (of: (record: FaultRecord) => number) =>
          String(records.reduce((total, each) => total + of(each), 0));
        return [
          ...[fault, String(records.length)],
          ...[outages[Math.floor((outages.length - 1) / 2)] ?? 0, outages.at(-1) ?? 0].map((value) => value.toFixed(1)),
          String(records[0]?.limit ?? 0),
          ...[sum(({ lost }) => lost.length), sum(({ wrong }) => wrong.length), sum(({ twice }) => twice.length)],
          ...[sum(({ mailedTwice }) => mailedTwice), sum(({ writes }) => writes)],
        ];
      }),
    ),
    ...(misses.length ? ['Misses:\n', `${misses.join('\n')}\n`] : []),
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `${[head, head.map(() => '---'), ...rows].map(line).join('\n')}\n`;
}
