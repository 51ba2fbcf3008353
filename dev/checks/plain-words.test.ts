import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const PROGRAM = /\.(ts|tsx|mjs|cjs|css)$/;
const CONFIGURATION = /\.(prisma|sql|ya?ml|conf|sh|service)$|(^|\/)(Dockerfile|\.env\.example)$/;
/**
 * Files that quote the words of AVOIDED, and migrations, which cannot change once applied because their checksums are
 * stored.
 */
const EXEMPT = /^docs\/writing\.md$|^dev\/checks\/plain-words\.test\.ts$|^prisma\/migrations\//;

/** Words that docs/writing.md advises against, and what to write. The texts of screens and mails are not checked. */
const AVOIDED: readonly [words: RegExp, instead: string][] = [
  [/\b(some|any|no|every)body\b|\bwhoever\b|\boneself\b/i, 'user, person, caller, owner, admin'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\bof (its|their|our|your) own\b(?= (for|in|on|that|to|with)\b|[.,;:)]|$)/i, 'its own, a separate'],
  [/\b(is|are|was|were|be|while) away\b/i, 'is unavailable, is down'],
  [/\bst(ands?|ood) (in|on|at|below|above|beside|between|there|sealed|open)\b/i, 'is, exists, is stored'],
  [/\b(lies|lay|lying) (in|on|at|over|below|above|beside|between|there)\b/i, 'is, is stored'],
  [/\b(go|goes|going|went) on\b/i, 'continues'],
  [/\bwithout script\b/i, 'without JavaScript'],
  [/\b(audit|the) trail\b/i, 'audit log'],
  [/\bnot (\w+ ){0,3}any ?more\b/i, 'no longer'],
  [/\b(assigned|exists?|taken|known|used) already\b/i, 'already assigned'],
];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => !EXEMPT.test(file) && existsSync(path.join(root, file)));

/** All lines of a document; of other files, the comments and, in tests, the titles. */
function proseOf(file: string): string[] {
  const isProgram = PROGRAM.test(file);
  if (!isProgram && !CONFIGURATION.test(file) && !file.endsWith('.md')) return [];
  const text = readFileSync(path.join(root, file), 'utf8');
  if (file.endsWith('.md')) return text.split('\n');
  if (!isProgram) return find(text, /(?:^|\s)(?:#|--|\/\/)[ #/](.*)$/gm);
  const comments = find(text, /(?:^|[\s{(])(?:\/\/ (.*)$|\/\*+([\s\S]*?)\*\/)/gm);
  const isTest = /\.(test|spec)\.tsx?$/.test(file);
  return isTest ? [...comments, ...find(text, /\(\s*['"`](.+?)['"`],\s*(?:async\b|\(|\{)/g)] : comments;
}

/** The text of every group that the pattern matches, each on one line. */
const find = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) =>
    match
      .slice(1)
      .join(' ')
      .replaceAll(/\s+(\* )?/g, ' '),
  );

const problems = (text: string): string[] => {
  const prose = text.replaceAll(/`[^`]*`/g, '`…`');
  return AVOIDED.flatMap(([words, instead]) => {
    const [found] = words.exec(prose) ?? [];
    return found ? [`“${found}” in “${prose.trim().slice(0, 100)}”: write ${instead}`] : [];
  });
};

test('comments, test titles and documents use the words of docs/writing.md', () => {
  const found = files.flatMap((file) =>
    proseOf(file).flatMap((text) => problems(text).map((why) => `${file}: ${why}`)),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});

/** Words of AVOIDED in names, as they are left once `isAway` is split into `is away`. */
const AVOIDED_IN_NAMES = /\b(away|(some|any|no|every)bodys?|whoever|oneself|meanwhile|living)\b/;
/** A value that is stored in the audit log, the Unix user, and a hash that stays away, which is not unavailable. */
const EXEMPT_NAMES = new Set(['changed_meanwhile', 'NOBODY', 'stays_away_until']);

test('names use the words of docs/writing.md', () => {
  const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file));
  const found = code.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const program = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, ' ');
    const names = new Set(program.match(/(?<![\w-])[a-z_]\w*[A-Z_]\w*(?![\w-])|\b[A-Z][A-Z_]{3,}\b/g));
    return [...names]
      .filter((name) => AVOIDED_IN_NAMES.test(wordsOf(name)) && !EXEMPT_NAMES.has(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(code.length).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});

/** `isAway` and `IS_AWAY` as `is away`. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

test.each(['isAway', 'OPERATIONS_OF_NOBODY', 'changedMeanwhile'])('finds the word to avoid in %s', (name) => {
  expect(wordsOf(name)).toMatch(AVOIDED_IN_NAMES);
});

test.each([
  ['Whoever owns it goes on.', 2],
  ['The key stands in the file while the server is away.', 2],
  ['It has an index of its own.', 1],
  ['The key is in the headers of its own page, and runs as `nobody`.', 0],
])('finds the words to avoid in %j: %i', (sentence, count) => {
  expect(problems(sentence)).toHaveLength(count);
});

test.each(['app/layout.tsx', 'lib/base/db/db.db.test.ts', 'prisma/schema.prisma', '.env.example', 'docs/product.md'])(
  'reads the prose of %s',
  (file) => {
    expect(proseOf(file).filter((text) => /\w+ \w+ \w+/.test(text)).length).toBeGreaterThan(0);
  },
);
