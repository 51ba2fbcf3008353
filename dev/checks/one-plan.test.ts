/** Only `choosePlan` decides which of several subscriptions counts (docs/decisions/0050-one-plan-counts.md). */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Code that picks one subscription of a user, instead of asking `holdingsOf`. */
const PICKS: readonly RegExp[] = [
  /subscription\.findFirst\(/,
  /subscriptions?: \{[^}]*take: 1/,
  /orderBy: \[?\{ startedAt|started_at DESC/,
  /isLiveStatus\(status\)\)\s*(\?\?|\[0\])|\.find\([^)]*=> isLiveStatus/,
];

/** Files that may: they decide, or name every subscription. */
const MAY: Readonly<Record<string, string>> = {
  'lib/billing/counting-plan.ts': 'it decides',
  'lib/billing/purchase/outcome.ts': 'finds one subscription by its id, of the caller only',
  'lib/billing/overview/review-queue.ts': 'lists all of them',
  'lib/users/export/to-person.ts': 'lists all of them',
  'lib/users/admin-user.ts': 'lists all of them',
};

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'app', 'components', 'lib', 'server', 'bin'],
  {
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories)\.tsx?$|^lib\/testing\//.test(file));

test('no file but choosePlan picks one of several subscriptions', () => {
  const picking = files.filter((file) => PICKS.some((pattern) => pattern.test(readFileSync(file, 'utf8'))));
  expect(picking.filter((file) => !(file in MAY))).toEqual([]);
  expect(Object.keys(MAY).filter((file) => !picking.includes(file) && MAY[file] !== 'it decides')).toEqual([]);
});
