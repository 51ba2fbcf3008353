/** What `npm test -- changed [COMMIT]` runs in the browser; Vitest finds its own tests in its graph of imports. */
import { execFileSync } from 'node:child_process';
import { root } from '../stack/folders.ts';

/** Browser tests by what they show. A changed file below the left runs the right; the first match counts. */
export const SPECS: readonly (readonly [changed: string, specs: readonly string[]])[] = [
  ['app/admin/reports/', ['e2e/reports', 'e2e/screens']],
  ['app/(account)/reports/', ['e2e/reports', 'e2e/screens']],
  ['components/hash-reports/', ['e2e/reports', 'e2e/screens']],
  ['lib/hash-reports/', ['e2e/reports']],
  ['app/admin/', ['e2e/admin', 'e2e/screens']],
  ['lib/admin/', ['e2e/admin']],
  ['app/(account)/billing/', ['e2e/billing', 'e2e/plan.spec.ts']],
  ['app/(account)/buy/', ['e2e/billing', 'e2e/public/purchase.spec.ts']],
  ['app/(account)/plan/', ['e2e/plan.spec.ts', 'e2e/screens']],
  ['app/(account)/usage/', ['e2e/usage', 'e2e/screens']],
  ['app/(account)/setup/', ['e2e/account/setup.spec.ts']],
  ['app/(account)/dashboard/', ['e2e/account', 'e2e/usage', 'e2e/screens']],
  ['app/(account)/', ['e2e/account', 'e2e/screens']],
  ['app/account/', ['e2e/account', 'e2e/security/other-people.spec.ts']],
  ['app/(auth)/', ['e2e/public/login.spec.ts', 'e2e/account', 'e2e/journey.spec.ts']],
  ['app/(marketing)/', ['e2e/public']],
  ['app/oauth2/', ['e2e/oauth']],
  ['app/billing/', ['e2e/billing']],
  ['app/buy/', ['e2e/billing']],
  ['app/usagegraph/', ['e2e/usage']],
  ['app/userstatus/', ['e2e/journey-http.spec.ts']],
  ['app/_components/', ['e2e/public', 'e2e/screens']],
  ['app/api/', ['e2e/public/api.spec.ts']],
  ['app/', ['e2e/account', 'e2e/security/access-matrix.spec.ts']],
  ['components/account/plan/', ['e2e/plan.spec.ts', 'e2e/screens']],
  ['components/account/', ['e2e/account', 'e2e/usage', 'e2e/admin/customer-view.spec.ts', 'e2e/screens']],
  ['components/billing/', ['e2e/billing', 'e2e/plan.spec.ts', 'e2e/screens']],
  ['components/charts/', ['e2e/usage/chart.spec.ts', 'e2e/screens']],
  ['components/', ['e2e/screens', 'e2e/journey.spec.ts']],
  ['server/', ['e2e/public', 'e2e/security']],
  ['lib/auth/', ['e2e/account', 'e2e/public/login.spec.ts', 'e2e/security/login.spec.ts']],
  ['lib/billing/', ['e2e/billing', 'e2e/plan.spec.ts']],
  ['lib/oauth/', ['e2e/oauth']],
  ['lib/accounts/', ['e2e/account']],
  ['lib/users/', ['e2e/account', 'e2e/admin/users.spec.ts']],
  ['lib/guides/', ['e2e/account/setup.spec.ts']],
  ['lib/fuzzy-keys/', ['e2e/account/setup.spec.ts', 'e2e/admin']],
  ['lib/customer-view/', ['e2e/admin/customer-view.spec.ts', 'e2e/account']],
  ['emails/', ['e2e/account', 'e2e/journey.spec.ts']],
  ['lib/usage/', ['e2e/usage']],
  ['lib/routes/', ['e2e/security']],
  ['lib/http/', ['e2e/security']],
  ['stripe-emulator/', ['e2e/billing', 'e2e/plan.spec.ts']],
  ['e2e/support/', ['e2e/journey.spec.ts']],
];
/** A changed route file also runs the matrix of pages, endpoints and callers. */
const MATRIX = 'e2e/security/access-matrix.spec.ts';

/** The browser tests for these files, sorted. A changed test runs itself. */
export function specsFor(files: readonly string[]): string[] {
  const specs = files.flatMap((file) => {
    if (/^e2e\/(?!soak\/).*\.spec\.ts$/.test(file)) return [file];
    if (/\.(test|stories)\.tsx?$/.test(file)) return [];
    const [, found = []] = SPECS.find(([start]) => file.startsWith(start)) ?? [];
    return /\/(route|page)\.tsx?$/.test(file) ? [...found, MATRIX] : found;
  });
  const unique = [...new Set(specs)].toSorted();
  return unique.filter((spec) => !unique.some((folder) => spec.startsWith(`${folder}/`)));
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * The commit that changes are counted from: the one named, or where this branch left `main`. On `main` itself it is the
 * last commit while there are uncommitted changes, and the one before it otherwise. Throws for an unknown commit.
 */
export function baseOf(named?: string): string {
  if (named !== undefined) return git('rev-parse', '--verify', `${named}^{commit}`);
  const base = git('merge-base', 'HEAD', 'main');
  if (base !== git('rev-parse', 'HEAD')) return base;
  return git('status', '--porcelain') ? base : git('rev-parse', 'HEAD~1');
}

/** Files that differ from the commit, new ones included, deleted ones not. */
export const changedSince = (commit: string): string[] =>
  [
    ...git('diff', '--name-only', '--diff-filter=d', commit).split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter(Boolean);
