/** Chooses what `npm test -- …` runs: a part, or the parts that the named files belong to. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/folders.ts';
import { baseOf, changedSince, specsFor } from './changed.ts';

export const PARTS = ['static', 'unit', 'browser', 'soak', 'changed'] as const;
export type Part = (typeof PARTS)[number];
/**
 * `vitest` and `browser` are the files for Vitest and for Playwright. With `since`, Vitest runs the tests that a change
 * since that commit can break.
 */
export type Choice = { part?: Part; since?: string; vitest: string[]; browser: string[] };

const USAGE = `Usage: npm test [-- ${PARTS.filter((name) => name !== 'changed').join(' | ')}] [file[:line] …]
       npm test -- changed [COMMIT]`;

/** Throws with a text for the user if an argument is neither a part nor a file that has tests. */
export function choose(args: readonly string[]): Choice {
  const [first, ...rest] = args;
  const part = PARTS.find((name) => name === first);
  if (part === 'changed') {
    const since = baseOf(rest[0]);
    return { part, since, vitest: [], browser: specsFor(changedSince(since)) };
  }
  const files = (part ? rest : args).map(testOf);
  const isBrowser = (file: string) => /^e2e(\/|$)/.test(file) && !file.includes('.test.ts');
  return {
    ...(part && { part }),
    vitest: files.filter((file) => !isBrowser(file)),
    browser: files.filter(isBrowser),
  };
}

/** The test file or folder for an argument: a source file stands for the test beside it. */
function testOf(argument: string): string {
  if (argument.startsWith('-')) throw new Error(`Unknown option ${argument}\n${USAGE}`);
  const [, name = '', line = ''] = /^(.*?)((?::\d+)?)$/.exec(argument) ?? [];
  const file = path.relative(root, path.resolve(root, name));
  if (file.startsWith('..') || !existsSync(path.join(root, file)))
    throw new Error(`${name} is neither a part of the tests nor a file\n${USAGE}`);
  if (/\.(test|spec)\.tsx?$/.test(file) || statSync(path.join(root, file)).isDirectory()) return file + line;
  const ends = ['', '.db', '.alone'].flatMap((kind) => [`${kind}.test.ts`, `${kind}.test.tsx`]);
  const tests = ends.map((end) => file.replace(/\.tsx?$/, '') + end);
  const found = tests.find((test) => existsSync(path.join(root, test)));
  if (!found) throw new Error(`${file} has no test beside it: name a *.test.ts, *.test.tsx or *.spec.ts`);
  return found;
}
