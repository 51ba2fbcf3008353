import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const root = path.dirname(import.meta.dirname);

/** One forbidden import per rule of .dependency-cruiser.cjs: [rule, importing file, what it imports]. */
const PLANTED: readonly [rule: string, file: string, imported: string][] = [
  ['no-circular', 'lib/circle-a.ts', './circle-b.ts'],
  ['not-resolved', 'lib/nowhere.ts', './gone.ts'],
  ['app-only-components-and-lib', 'app/page.tsx', '#lib/db.ts'],
  ['components-know-no-server', 'components/ui/a.tsx', '#lib/users/service.ts'],
  ['components-reach-no-server', 'components/ui/b.tsx', '#lib/users/innocent.ts'],
  ['components-of-one-domain', 'components/users/c.tsx', '#components/billing/target.ts'],
  ['shared-components-know-no-domain', 'components/form/d.tsx', '#components/billing/target.ts'],
  ['lib-knows-no-ui', 'lib/e.ts', '#components/billing/target.ts'],
  ['order-of-users', 'lib/users/f.ts', '#lib/billing/target.ts'],
  ['order-of-fuzzy-keys', 'lib/fuzzy-keys/f.ts', '#lib/billing/target.ts'],
  ['order-of-auth', 'lib/auth/f.ts', '#lib/billing/target.ts'],
  ['order-of-usage', 'lib/usage/f.ts', '#lib/billing/target.ts'],
  ['order-of-storage', 'lib/storage/f.ts', '#lib/billing/target.ts'],
  ['order-of-billing', 'lib/billing/f.ts', '#lib/oauth/target.ts'],
  ['order-of-oauth', 'lib/oauth/f.ts', '#lib/billing/target.ts'],
  ['order-of-audit', 'lib/audit/f.ts', '#lib/billing/target.ts'],
  ['schema-and-policy-are-pure', 'lib/users/policy.ts', 'pg'],
  ['schema-and-policy-without-server', 'lib/usage/schema.ts', '#lib/env.ts'],
  ['schema-and-policy-without-node', 'lib/billing/policy.ts', 'node:fs'],
  ['views-as-types', 'components/users/r.tsx', '#lib/users/views.ts'],
  ['emails-are-pure', 'emails/g.ts', '#lib/env.ts'],
  ['testing-stays-in-tests', 'lib/users/h.ts', '#lib/testing/target.ts'],
  ['stories-stay-in-stories', 'components/users/s.tsx', '#components/stories/target.ts'],
  ['lifecycle-is-on-top', 'lib/users/i.ts', '#lib/lifecycle/target.ts'],
  ['next-in-one-file', 'lib/http/j.ts', 'next/headers'],
  ['next-files-for-app', 'lib/http/k-route.ts', '#lib/auth/next.ts'],
  ['next-out-of-reach', 'worker.ts', '#lib/http/k-route.ts'],
  ['one-importer-stripe', 'lib/users/l.ts', 'stripe'],
  ['context-takes-types-of-stripe', 'lib/context.ts', 'stripe'],
  ['one-importer-nodemailer', 'lib/users/m.ts', 'nodemailer'],
  ['one-importer-oidc-provider', 'lib/users/n.ts', 'oidc-provider'],
  ['one-importer-next-auth', 'lib/users/o.ts', 'next-auth'],
  ['one-importer-recharts', 'components/users/p.tsx', 'recharts'],
  ['agent-stands-alone', 'agent/src/s.ts', '#lib/users/schema.ts'],
  ['dev-dependencies-stay-outside', 'lib/users/q.ts', 'vitest'],
];

/** Files that the planted ones import, and allowed imports. */
const REST: Record<string, string> = {
  'lib/circle-b.ts': "import './circle-a.ts';",
  'lib/db.ts': 'export const db = 1;',
  'lib/env.ts': 'export const env = 1;',
  'lib/users/service.ts': 'export const verb = 1;',
  'lib/users/innocent.ts': "import '#lib/db.ts';",
  'lib/auth/next.ts': "import 'next/headers';",
  'lib/testing/target.ts': 'export {};',
  'lib/lifecycle/target.ts': 'export {};',
  'lib/billing/target.ts': "import type Stripe from 'stripe'; export type S = Stripe;",
  'lib/oauth/target.ts': "import 'oidc-provider';",
  'lib/users/schema.ts': "import 'zod';",
  'lib/users/views.ts': "import 'zod';",
  'components/stories/target.ts': 'export {};',
  'components/billing/target.ts': "import '#lib/users/schema.ts';",
  'agent/src/innocent.ts': "import 'node:fs'; import './s.ts';",
};

const Report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
    ruleSetUsed: z.object({ forbidden: z.array(z.object({ name: z.string() })) }),
  }),
});
let report: z.infer<typeof Report>['summary'];
const tree = mkdtempSync(path.join(tmpdir(), 'boundaries-'));

beforeAll(async () => {
  for (const file of ['package.json', 'tsconfig.json']) cpSync(path.join(root, file), path.join(tree, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
  for (const [, file, imported] of PLANTED) write(file, `import '${imported}';`);
  for (const [file, text] of Object.entries(REST)) write(file, text);
  const cli = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [cli, '--config', path.join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'];
  const options = { cwd: tree, maxBuffer: 1e8 };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...args, 'app', 'components', 'lib', 'emails', 'agent', 'worker.ts'],
    options,
  ).catch(
    (error: unknown) => z.object({ stdout: z.string() }).parse(error), // the exit code is the number of violations
  );
  report = Report.parse(JSON.parse(stdout)).summary;
}, 60_000);

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test.each(PLANTED)('%s reports that %s imports %s', (rule, file) => {
  expect(report.violations.filter((violation) => violation.rule.name === rule).map(({ from }) => from)).toContain(file);
});

test('plants a forbidden import for every rule', () => {
  const rules = report.ruleSetUsed.forbidden.map(({ name }) => name);
  expect(rules.toSorted()).toEqual(PLANTED.map(([rule]) => rule).toSorted());
});

test('does not report allowed imports', () => {
  const innocent = [
    'lib/users/schema.ts',
    'lib/oauth/target.ts',
    'lib/billing/target.ts',
    'components/billing/target.ts',
    'lib/auth/next.ts',
    'agent/src/innocent.ts',
  ];
  expect(report.violations.filter(({ from }) => innocent.includes(from))).toEqual([]);
});

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  writeFileSync(path.join(tree, file), `${text}\nexport {};\n`);
}
