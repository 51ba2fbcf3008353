/** The log of repeated runs: dev/suite/runs.jsonl, from which docs/suite-runs.md and a line of README are written. */
import { z } from 'zod';
import { Outcome } from './history.ts';
import { inWords } from './progress.ts';

export const RunRecord = Outcome.extend({
  commit: z.string(),
  /** Whether two other programs kept the cores busy during the run. */
  isBusy: z.boolean(),
});
export type RunRecord = z.infer<typeof RunRecord>;

const HEAD = `# Runs of the whole suite

\`npm run test:repeat -- 10\` runs \`npm test\` ten times and adds the runs here; with \`--busy\`, two programs keep both cores busy. The program writes this page and the line in README. Runs of one commit may be days apart.
`;

/** The text of docs/suite-runs.md. The newest commit comes first. */
export function pageOf(runs: readonly RunRecord[]): string {
  const commits = [...Map.groupBy(runs, ({ commit }) => commit)].reverse();
  return [HEAD, ...commits.map(([commit, its]) => sectionOf(commit, its))].join('\n');
}

/** "Last measured: …" for README: the median of the newest commit's green runs on a quiet machine, if there is one. */
export function readmeLine(runs: readonly RunRecord[]): string | undefined {
  const last = runs.findLast((run) => isGreen(run) && !run.isBusy);
  if (!last) return undefined;
  const its = runs.filter((run) => run.commit === last.commit && isGreen(run) && !run.isBusy);
  return `Last measured: ${inWords(median(its.map(({ seconds }) => seconds)))} on two cores, on ${last.startedAt.slice(0, 10)} ([all runs](docs/suite-runs.md)).`;
}

const isGreen = ({ failed, passed }: RunRecord) => !failed && passed > 0;

function sectionOf(commit: string, runs: readonly RunRecord[]): string {
  const of = (isBusy: boolean) => runs.filter((run) => run.isBusy === isBusy);
  const told = (which: readonly RunRecord[], where: string) =>
    which.length
      ? [
          `${which.length} ${where}: ${which.filter(isGreen).length} green, median ${inWords(median(which.map(({ seconds }) => seconds)))}.`,
        ]
      : [];
  const rows = runs.map((run) => [
    run.startedAt.slice(0, 16).replace('T', ' '),
    ...[run.seconds.toFixed(0), run.passed, run.failed, run.skipped, run.isBusy ? 'yes' : 'no'].map(String),
  ]);
  const failures = runs.flatMap((run) =>
    run.failures.map(({ place, title }) => `- ${run.startedAt.slice(0, 16).replace('T', ' ')}: ${place} ${title}`),
  );
  const last = runs.findLast((run) => isGreen(run) && !run.isBusy) ?? runs.at(-1);
  return [
    `## Commit ${commit.slice(0, 12)}\n`,
    `${[...told(of(false), 'on a quiet machine'), ...told(of(true), 'on a busy one')].join(' ')}\n`,
    table(['started (UTC)', 'seconds', 'passed', 'failed', 'skipped', 'busy'], rows),
    ...(failures.length ? ['Failures:\n', `${failures.join('\n')}\n`] : []),
    ...(last ? timesOf(last) : []),
  ].join('\n');
}

const timesOf = ({ rows, folders, startedAt }: RunRecord) => [
  `Where the time went in the run of ${startedAt.slice(0, 16).replace('T', ' ')}. Parts overlap: a share is of their sum.\n`,
  table(
    ['part', 'tests', 'seconds', 'share'],
    rows.map((row) => [row.part, String(row.tests), row.seconds.toFixed(1), `${Math.round(row.share * 100)}%`]),
  ),
  table(
    ['folder', 'tests', 'seconds of tests'],
    folders.map(({ folder, tests, seconds }) => [folder, String(tests), seconds.toFixed(1)]),
  ),
];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `${[head, head.map(() => '---'), ...rows].map(line).join('\n')}\n`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
