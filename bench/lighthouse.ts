/** P1: Lighthouse on / and /pricing, five runs each, beside five of the empty app; nothing else may run meanwhile. */
import type { Stack } from '#local/test-stack.ts';
import type { EmptyApp } from './empty-next.ts';
import { runLighthouse, type Report } from './lighthouse-tool.ts';
import { median } from './median.ts';
import type { Measurement } from './results.ts';

const RUNS = 5;
const TARGETS = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };
const CATEGORIES = Object.keys(TARGETS) as (keyof typeof TARGETS)[];
/** How much of a failing audit's details is printed. */
const DETAIL_LENGTH = 800;

export async function measureLighthouse(
  { coordinates: { BASE_URL = '' } }: Stack,
  emptyApp: () => Promise<EmptyApp>,
): Promise<Measurement[]> {
  const pages = { '/': `${BASE_URL}/`, '/pricing': `${BASE_URL}/pricing`, 'the empty app': (await emptyApp()).url };
  const reports: Record<keyof typeof pages, Report[]> = { '/': [], '/pricing': [], 'the empty app': [] };
  for (let run = 0; run < RUNS; run++)
    for (const [page, list] of Object.entries(reports) as [keyof typeof pages, Report[]][])
      list.push(await runLighthouse(pages[page], CATEGORIES));

  console.table(Object.entries(reports).flatMap(([page, list]) => CATEGORIES.map((each) => allRuns(page, each, list))));
  return (['/', '/pricing'] as const).flatMap((page) =>
    CATEGORIES.map((category) => {
      const [ours, reference] = [reports[page], reports['the empty app']].map((list) => median(scores(list, category)));
      const target = TARGETS[category];
      const isMet = (ours ?? 0) >= target;
      if (!isMet) printFailures(page, category, reports[page]);
      const name = `P1 ${category} of ${page}`;
      return { name, unit: '', ours: ours ?? 0, reference: reference ?? 0, target: `≥ ${target}`, isMet };
    }),
  );
}

const allRuns = (page: string, category: string, reports: Report[]) => ({
  ...{ page, category },
  ...Object.fromEntries(scores(reports, category).map((score, index) => [`run ${index + 1}`, score])),
  median: median(scores(reports, category)),
});

const scores = (reports: Report[], category: string) => reports.map((report) => scoreOf(report, category));

const scoreOf = ({ categories }: Report, category: string) => Math.round((categories[category]?.score ?? 0) * 100);

/** What cost the run in the middle its points. */
function printFailures(page: string, category: string, reports: Report[]) {
  const middle = median(scores(reports, category));
  const report = reports.find((each) => scoreOf(each, category) === middle);
  console.log(`\n${page}: ${category} ${middle}`);
  for (const { id, weight } of report?.categories[category]?.auditRefs ?? []) {
    const audit = report?.audits[id];
    if (typeof audit?.score !== 'number' || audit.score >= 1) continue;
    const details = JSON.stringify(audit.details?.items ?? []).slice(0, DETAIL_LENGTH);
    console.log(
      `  ${id} (weight ${weight}): ${audit.score} ${audit.displayValue ?? ''} ${audit.title}\n    ${details}`,
    );
  }
}
