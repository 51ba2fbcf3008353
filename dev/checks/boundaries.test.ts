import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const { MAY_IMPORT, OAUTH_ORDER, PAIRS } = createRequire(import.meta.url)('./may-import.cjs') as {
  MAY_IMPORT: Readonly<Record<string, readonly string[]>>;
  OAUTH_ORDER: readonly string[];
  PAIRS: Readonly<Record<string, string>>;
};

/** One forbidden import per rule of .dependency-cruiser.cjs: [rule, importing file, imported file]. */
const PLANTED: readonly [rule: string, file: string, imported: string][] = [
  ['no-circular', 'lib/base/circle-a.ts', './circle-b.ts'],
  ['not-resolved', 'lib/base/nowhere.ts', './gone.ts'],
  ['app-only-components-and-lib', 'app/page.tsx', '#lib/base/db/db.ts'],
  ['components-know-no-server', 'components/ui/a.tsx', '#lib/users/queries.ts'],
  ['components-reach-no-server', 'components/ui/b.tsx', '#lib/users/innocent.ts'],
  ['components-of-one-domain', 'components/users/c.tsx', '#components/billing/target.ts'],
  ['shared-components-know-no-domain', 'components/form/d.tsx', '#components/billing/target.ts'],
  ['lib-knows-no-ui', 'lib/base/e.ts', '#components/billing/target.ts'],
  ['base-of-lib', 'lib/base/s.ts', '#lib/users/schema.ts'],
  ...Object.keys(MAY_IMPORT).map((folder): [string, string, string] => [
    `order-of-${folder}`,
    `lib/${folder}/f.ts`,
    folder === 'admin' ? '#lib/openapi/target.ts' : '#lib/admin/target.ts',
  ]),
  ['order-of-auth', 'lib/auth/other-folder.ts', '#lib/users/schema.ts'],
  ['order-of-billing', 'lib/billing/only-a-file.ts', '#lib/users/queries.ts'],
  ...OAUTH_ORDER.slice(0, -1).map((folder): [string, string, string] => [
    `order-of-oauth-${folder}`,
    `lib/oauth/${folder}/above.ts`,
    '#lib/oauth/clients/target.ts',
  ]),
  ['stories-stay-in-stories', 'components/users/s.tsx', '#components/stories/target.ts'],
  ['schema-and-policy-are-pure', 'lib/users/policy.ts', 'pg'],
  ['schema-and-policy-without-server', 'lib/usage/schema.ts', '#lib/base/settings/env.ts'],
  ['schema-and-policy-without-node', 'lib/billing/policy.ts', 'node:fs'],
  ['views-as-types', 'components/users/r.tsx', '#lib/users/views.ts'],
  ['emails-are-pure', 'emails/g.ts', '#lib/base/settings/env.ts'],
  ['testing-stays-in-tests', 'lib/users/h.ts', '#lib/testing/target.ts'],
  ['tests-start-no-program', 'dev/a.test.ts', './main.ts'],
  ['agent-stands-alone', 'agent/src/s.ts', '#lib/users/schema.ts'],
  ['bench-imports-only', 'bench/a.ts', '#components/billing/target.ts'],
  ['bin-imports-only', 'bin/a.ts', '#dev/target.ts'],
  ['dev-imports-only', 'dev/a.ts', '#components/billing/target.ts'],
  ['server-imports-only', 'server/a.ts', '#components/billing/target.ts'],
  ['stripe-emulator-imports-only', 'stripe-emulator/a.ts', '#lib/base/db/db.ts'],
  ['next-in-few-files', 'lib/http/j.ts', 'next/headers'],
  ['next-files-for-app', 'lib/http/k-route.ts', '#lib/routes/next.ts'],
  ['next-out-of-reach', 'worker.ts', '#lib/http/k-route.ts'],
  ['one-importer-stripe', 'lib/users/l.ts', 'stripe'],
  ['context-takes-types-of-stripe', 'lib/base/context.ts', 'stripe'],
  ['one-importer-nodemailer', 'lib/users/m.ts', 'nodemailer'],
  ['one-importer-oidc-provider', 'lib/users/n.ts', 'oidc-provider'],
  ['one-importer-next-auth', 'lib/users/o.ts', 'next-auth'],
  ['one-importer-argon2', 'lib/auth/u.ts', 'argon2'],
  ['dev-dependencies-stay-outside', 'lib/users/q.ts', 'vitest'],
];

/** The files that are imported in PLANTED, and files whose imports are allowed. */
const REST: Record<string, string> = {
  'lib/base/circle-b.ts': "import type {} from './circle-a.ts';",
  'lib/base/db/db.ts': 'export const db = 1;',
  'lib/base/settings/env.ts': 'export const env = 1;',
  'lib/users/queries.ts': 'export const verb = 1;',
  'lib/users/innocent.ts': "import '#lib/base/db/db.ts';",
  'lib/billing/allowed.ts': "import '#lib/users/views.ts';",
  'lib/routes/next.ts': "import 'next/headers';",
  'lib/testing/target.ts': 'export {};',
  'lib/admin/target.ts': 'export {};',
  'lib/openapi/target.ts': 'export {};',
  'lib/billing/plan.ts': 'export {};',
  'lib/billing/target.ts': "import type Stripe from 'stripe'; export type S = Stripe;",
  'lib/oauth/target.ts': "import 'oidc-provider';",
  'lib/oauth/clients/target.ts': 'export {};',
  'lib/users/schema.ts': "import 'zod';",
  'lib/users/views.ts': "import 'zod';",
  'components/stories/target.ts': 'export {};',
  'components/billing/target.ts': "import '#lib/users/schema.ts';",
  'dev/main.ts': 'export {};',
  'dev/target.ts': "import '#bin/target.ts';",
  'bin/target.ts': "import '#lib/base/db/db.ts';",
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
  const folders = readdirSync(tree, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...args, ...folders.map(({ name }) => name), 'worker.ts'],
    options,
  ).catch(
    (error: unknown) => z.object({ stdout: z.string() }).parse(error), // the exit code is the number of violations
  );
  report = Report.parse(JSON.parse(stdout)).summary;
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test.each(PLANTED)('%s reports that %s imports %s', (rule, file) => {
  expect(report.violations.filter((violation) => violation.rule.name === rule).map(({ from }) => from)).toContain(file);
});

test('plants a forbidden import for every rule', () => {
  const rules = report.ruleSetUsed.forbidden.map(({ name }) => name);
  expect(rules.toSorted()).toEqual([...new Set(PLANTED.map(([rule]) => rule))].toSorted());
});

test('does not report allowed imports', () => {
  const innocent = [
    'lib/users/schema.ts',
    'lib/billing/allowed.ts',
    'lib/oauth/target.ts',
    'lib/billing/target.ts',
    'components/billing/target.ts',
    'lib/routes/next.ts',
    'dev/target.ts',
    'bin/target.ts',
    'agent/src/innocent.ts',
  ];
  expect(report.violations.filter(({ from }) => innocent.includes(from))).toEqual([]);
});

test('lists in MAY_IMPORT the folders that every folder of lib may import', () => {
  const folders = readdirSync(path.join(root, 'lib'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(Object.keys(MAY_IMPORT).toSorted()).toEqual(
    folders
      .map(({ name }) => name)
      .filter((folder) => folder !== 'testing' && folder !== 'base')
      .toSorted(),
  );
});

test('lists in PAIRS the folders that import each other, at most three pairs', () => {
  const folderOf = (name: string) => name.split('/', 1)[0] ?? name;
  const imports = (folder: string) => [...new Set((MAY_IMPORT[folder] ?? []).map(folderOf))];
  const pairs = Object.keys(MAY_IMPORT).flatMap((folder) =>
    imports(folder).flatMap((other) => (folder < other && imports(other).includes(folder) ? `${folder} ${other}` : [])),
  );
  expect(pairs).toEqual(Object.keys(PAIRS));
  expect(pairs.length).toBeLessThanOrEqual(3);
});

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  writeFileSync(path.join(tree, file), `${text}\nexport {};\n`);
}
