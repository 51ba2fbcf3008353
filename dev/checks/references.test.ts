import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const TEXT = /\.(ts|tsx|mjs|cjs|md|css|prisma|sql|ya?ml|conf)$/;
const RULES = 'docs/requirements.md';
/** Files with examples of references that do not exist. */
const EXEMPT = new Set([
  'dev/checks/references.test.ts',
  'docs/writing.md',
  'bench/README.md',
  'bench/results.test.ts',
]);

/** Names of files that a build makes, and of no file. */
const NOT_HERE = new Set(['agent.mjs', 'api.ts', 'NAME.ts', 'the.spec.ts', '.d.ts']);

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => TEXT.test(file) && existsSync(path.join(root, file)));
const read = files.filter((file) => !EXEMPT.has(file));
const texts = read.map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
const rules = [...(texts.find(({ file }) => file === RULES)?.text ?? '').matchAll(/^\| ([SRP]\d+) +\|/gm)].map(
  ([, id]) => id ?? '',
);
const names = new Set(files.map((file) => path.basename(file).toLowerCase()));

/** Every match of the pattern's first group for which `isKnown` is false, as `file: match`. */
const unknown = (pattern: RegExp, isKnown: (match: string) => boolean): string[] =>
  texts.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].flatMap(([, match = '']) => (isKnown(match) ? [] : [`${file}: ${match}`])),
  );

test('every rule that is cited exists in docs/requirements.md', () => {
  expect(rules.length).toBeGreaterThan(100);
  expect(unknown(/\b([SRP][1-9]\d?)\b/g, (id) => rules.includes(id))).toEqual([]);
});

test('every rule in docs/requirements.md is named by a test or a measurement', () => {
  const proofs = texts.filter(({ file }) => /\.(test|spec)\.tsx?$|^(bench|e2e|agent\/testing)\//.test(file));
  const isNamed = (id: string) => proofs.some(({ text }) => new RegExp(String.raw`\b${id}\b`).test(text));
  expect(rules.filter((id) => !isNamed(id))).toEqual([]);
});

test('every rule in docs/requirements.md lists the files that show it, and each names the rule', () => {
  const text = texts.find(({ file }) => file === RULES)?.text ?? '';
  const rows = [...text.matchAll(/^\| ([SRP]\d+) +\|.*\|([^|]*)\|$/gm)];
  const wrong = rows.flatMap(([, id = '', shownBy = '']) => {
    const named = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, file]) => file);
    const names = new RegExp(String.raw`\b${id}\b`);
    const isShown = (name: string | undefined) => texts.some(({ file, text }) => file === name && names.test(text));
    return named.length && named.every(isShown) ? [] : [`${id}: ${shownBy}`];
  });
  expect(rows).toHaveLength(rules.length);
  expect(wrong).toEqual([]);
});

/** Whether the code contains a text that is not a part of a longer word. */
const isSeen = (code: string, text: string) => {
  for (let at = code.indexOf(text); at !== -1; at = code.indexOf(text, at + 1)) {
    const around = [code.charAt(at - 1), code.charAt(at + text.length)];
    if (!around.some((character) => /\w/.test(character))) return true;
  }
  return false;
};

test('every fixed text in docs/product.md is in the code, where a person sees it', () => {
  const [, section = ''] =
    /## Fixed texts\n([^]*?)\n## /.exec(texts.find(({ file }) => file === 'docs/product.md')?.text ?? '') ?? [];
  const plain = (text: string) => text.replaceAll(/\\'|’/g, "'").replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ');
  const isShown = (file: string) => /^(app|components|lib)\//.test(file) && !/\.(test|stories)\.tsx?$/.test(file);
  // Comments and class names are not seen by a person.
  const seen = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|(?<![:'"\w])\/\/.*$/gm, '');
  const code = plain(texts.map(({ file, text }) => (isShown(file) ? seen(text) : '')).join('\n'));
  const fixed = [...section.matchAll(/"([^"{]+)"/g)].map(([, text = '']) => text);
  expect(fixed.length).toBeGreaterThan(80);
  expect(fixed.filter((text) => !isSeen(code, plain(text)))).toEqual([]);
});

test('every place in docs/framework-workarounds.md exists', () => {
  const text = texts.find(({ file }) => file === 'docs/framework-workarounds.md')?.text ?? '';
  const places = [...text.matchAll(/`((?:\w+[\w-]*\/)+[\w.-]+\.(?:ts|tsx|mjs)|\w+\.(?:ts|mjs))`/g)].map(
    ([, file = '']) => file,
  );
  expect(places.length).toBeGreaterThan(50);
  expect(places.filter((file) => !files.includes(file))).toEqual([]);
});

test('every symbol that a document names behind a file, as in `file` (`symbol`), is defined in that file', () => {
  const pairs = texts
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/`((?:[\w.()[\]-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|css))`(?:\]\([^)]*\))? \(`([\w.]+)`\)/g)].map(
        ([, named = '', symbol = '']) => ({ file, named, symbol }),
      ),
    );
  const defines = (named: string, symbol: string) => {
    const found = texts.find(({ file }) => file === named);
    const name = symbol.replaceAll('.', '\\.');
    const definition = new RegExp(
      String.raw`\b(?:function\*?|const|let|class|type|interface)\s+${name}\b|^\s*(?:async\s+)?${name}\s*[(:=]|^\s*"${name}":|--${name}:`,
      'm',
    );
    return found !== undefined && definition.test(found.text);
  };
  expect(pairs.length).toBeGreaterThan(8);
  expect(pairs.filter(({ named, symbol }) => !defines(named, symbol))).toEqual([]);
});

test('only lib/base/process-state.ts shares state through globalThis', () => {
  const sharing = texts.filter(
    ({ file, text }) =>
      /^(app|components|lib|server)\//.test(file) && !/\.test\.tsx?$/.test(file) && /\bglobalThis as\b/.test(text),
  );
  expect(sharing.map(({ file }) => file)).toEqual(['lib/base/process-state.ts']);
});

test('every test in docs/billing.md exists in the file beside it', () => {
  const text = texts.find(({ file }) => file === 'docs/billing.md')?.text ?? '';
  const rows = [...text.matchAll(/\| `([^`|]+)` +\| `([^`|]+\.test\.ts)` +\|/g)];
  const hasTest = (file: string, title: string) =>
    texts.some((each) => each.file === file && each.text.includes(`'${title}'`));
  expect(rows.length).toBeGreaterThanOrEqual(20);
  expect(rows.filter(([, title = '', file = '']) => !hasTest(file, title)).map(([row]) => row)).toEqual([]);
});

test('every source file that a document or a comment cites is in the repository', () => {
  const cited = texts.flatMap(({ file, text }) => {
    const prose = file.endsWith('.md')
      ? text
      : text
          .split('\n')
          .filter((line) => /^\s*(\*|\/\*|\/\/)/.test(line))
          .join('\n');
    return [...prose.matchAll(/(?<![\w./*<-])(?:[\w.()[\]-]+\/)*([\w.-]+\.(?:ts|tsx|mjs))\b/g)].map(
      ([, name = '']) => ({ file, name }),
    );
  });
  expect(cited.length).toBeGreaterThan(300);
  const missing = cited.filter(({ name }) => !names.has(name.toLowerCase()) && !NOT_HERE.has(name));
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test('every document that is cited is in the repository', () => {
  expect(unknown(/\b([\w.-]+\.md)\b/g, (name) => names.has(name.toLowerCase()))).toEqual([]);
  expect(unknown(/\b(decisions\/\d{4}[\w-]*)/g, (name) => files.some((file) => file.includes(name)))).toEqual([]);
});

test('a section sign belongs to an RFC or another public document', () => {
  expect(
    unknown(/\b((?:spec|decisions|architecture|identity|stripe|rspamd|stack)(?:\.md)? ?§)/gi, () => false),
  ).toEqual([]);
});
