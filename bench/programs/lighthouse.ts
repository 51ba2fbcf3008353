/** P1: Lighthouse on /, /pricing and the empty app, five runs each. Nothing else may run at the same time. */
import type { Stack } from '#dev/tests/test-stack.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import type { EmptyApp } from '../tools/empty-next.ts';
import { runLighthouse, type Report } from '../tools/lighthouse-tool.ts';

const RUNS = setting('RUNS', 5);
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const NAMES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
};
const CATEGORIES = Object.keys(TARGETS) as (keyof typeof TARGETS)[];
/** Points of performance that a page may lose against the empty app. */
const MOST_BELOW = 4;
/** Characters printed of a failing audit's details. */
const DETAIL_LENGTH = 800;

export async function measure(
  { coordinates: { BASE_URL = '' } }: Stack,
  emptyApp: () => Promise<EmptyApp>,
): Promise<Row[]> {
  const pages = { '/': `${BASE_URL}/`, '/pricing': `${BASE_URL}/pricing`, 'the empty app': (await emptyApp()).url };
  const reports: Record<keyof typeof pages, Report[]> = { '/': [], '/pricing': [], 'the empty app': [] };
  for (let run = 0; run < RUNS; run++)
    for (const [page, list] of Object.entries(reports) as [keyof typeof pages, Report[]][])
      list.push(await runLighthouse(pages[page], CATEGORIES));

  return (['/', '/pricing'] as const).flatMap((page) => [
    ...CATEGORIES.map((category) => {
      const ours = scores(reports[page], category);
      const reference = scores(reports['the empty app'], category);
      const target = { least: TARGETS[category] };
      if (ours.some((score) => score < target.least)) printFailures(page, category, reports[page]);
      return { id: 'P1', what: `${NAMES[category]} of ${page}`, unit: '', ours, reference, target };
    }),
    {
      id: 'P1',
      what: `performance of ${page} below the empty app`,
      unit: '',
      ours: scores(reports['the empty app'], 'performance').map(
        (empty, run) => empty - (scores(reports[page], 'performance')[run] ?? 0),
      ),
      target: { most: MOST_BELOW },
    },
  ]);
}

const scores = (reports: Report[], category: string) => reports.map((report) => scoreOf(report, category));

const scoreOf = ({ categories }: Report, category: string) => Math.round((categories[category]?.score ?? 0) * 100);

/** Prints the audits that cost the worst run its points. */
function printFailures(page: string, category: string, reports: Report[]) {
  const worst = Math.min(...scores(reports, category));
  const report = reports.find((each) => scoreOf(each, category) === worst);
  console.log(`\n${page}: ${category} ${worst}`);
  for (const { id, weight } of report?.categories[category]?.auditRefs ?? []) {
    const audit = report?.audits[id];
    if (typeof audit?.score !== 'number' || audit.score >= 1) continue;
    const details = JSON.stringify(audit.details?.items ?? []).slice(0, DETAIL_LENGTH);
    console.log(
      `  ${id} (weight ${weight}): ${audit.score} ${audit.displayValue ?? ''} ${audit.title}\n    ${details}`,
    );
  }
}
