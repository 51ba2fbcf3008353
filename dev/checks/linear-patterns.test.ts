import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
/** The time for one pattern, in ms. Most take a hundredth of it; a pattern that is not proven in time fails. */
const PATIENCE_MS = 60_000;

/** Patterns that may take more than linear time, and why no request can make use of it. */
const OURS = new Map([
  [
    'lib/http/answers/security-headers.ts <script(?![^>]*\\b(?:src=|type="application\\/ld\\+json"))[^>]*>([\\s\\S]*?)<\\/script>',
    'reads the pages of our build, and our own error pages, in which `<` from a request is escaped',
  ],
  ['server/public-pages.ts <link rel="preload" as="script"[^>]*>', 'reads the pages of our build'],
  [
    'components/layout/footer/policy-text.tsx (\\[[^\\][]+\\]\\([^()]+\\)|[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+)',
    'reads the texts of our policies, and settings in them',
  ],
]);
/** Patterns that are put together while the process runs, and why they take linear time. */
const COMPOSED = new Map([
  ['lib/email-address/domain.ts', 'one class of characters, repeated'],
  ['lib/email-address/in-text.ts', 'one address, escaped, between two single characters'],
  ['lib/http/answers/error-response.ts', 'alternatives of fixed length, on texts of the database driver'],
  ['lib/accounts/roles.ts', 'a route, in which each parameter ends at the next slash'],
  ['server/unknown-path.ts', 'a route, in which each parameter ends at the next slash'],
]);

type Pattern = { file: string; source: string; flags: string };

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'app', 'components', 'lib', 'server', 'emails', '*.ts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /^((app|components|lib|server|emails)\/.*\.tsx?|(worker|instrumentation-client)\.ts)$/.test(file))
  .filter((file) => !/\.(test|stories|spec)\.tsx?$|^lib\/testing\/|^components\/stories\//.test(file));

const found = files.flatMap((file) => patternsIn(file));
const literals = found.filter((each): each is Pattern => 'source' in each);
const composed = [...new Set(found.filter((each) => !('source' in each)).map(({ file }) => file))];

/** Literals, and where `RegExp` is called. */
function patternsIn(file: string): (Pattern | { file: string })[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(
    file,
    readFileSync(path.join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    kind,
  );
  const patterns: (Pattern | { file: string })[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      patterns.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && node.expression.getText() === 'RegExp') patterns.push({ file });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return patterns;
}

const verdicts = new Map<string, boolean>();
/**
 * Whether a pattern is safe. The checker times its own attacks, so on a busy machine a verdict may be wrong both ways:
 * patterns are checked one after the other, and one with an unexpected verdict up to four times.
 */
async function isLinear(source: string, flags: string, expected: boolean): Promise<boolean> {
  const name = `/${source}/${flags}`;
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  let isSafe = !expected;
  for (let tries = 0; tries < 4 && isSafe !== expected; tries++)
    isSafe = (await check(source, flags, { timeout: PATIENCE_MS })).status === 'safe';
  verdicts.set(name, isSafe);
  return isSafe;
}

test(
  'every pattern of the product takes linear time, unless it reads only our own text (S87)',
  { timeout: 300_000 },
  async () => {
    const slow = new Set<string>();
    for (const { file, source, flags } of literals) {
      const name = `${file} ${source}`;
      if (!(await isLinear(source, flags, !OURS.has(name)))) slow.add(name);
    }
    expect(literals.length).toBeGreaterThan(100);
    expect([...slow].toSorted()).toEqual([...OURS.keys()].toSorted());
  },
);

test('every pattern that is put together at run time is accounted for (S87)', () => {
  expect(composed.toSorted()).toEqual([...COMPOSED.keys()].toSorted());
});
