import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';

/** The fenced blocks of docs/operations.md with one mark, such as `host install` in "```sh host install", in order. */
export function blocksOf(mark: string): string[] {
  const text = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  const blocks = [...text.matchAll(/^```sh ([^\n]+)\n(.*?)^```$/gms)];
  const found = blocks.filter(([, each]) => each === mark).map(([, , block = '']) => block);
  if (!found.length) throw new Error(`docs/operations.md has no block marked "sh ${mark}"`);
  return found;
}

/** The block of values, each replaced by the rehearsal's. Throws if the two do not name the same settings. */
export function withValues(values: Readonly<Record<string, string>>): string {
  const lines = blocksOf('values').join('').trimEnd().split('\n');
  const names = lines.map((line) => /^ ?(\w+)=/.exec(line)?.[1] ?? line);
  const missing = names.filter((name) => !(name in values));
  const extra = Object.keys(values).filter((name) => !names.includes(name));
  if (missing.length || extra.length) throw new Error(`values: ${missing.join()} missing, ${extra.join()} unknown`);
  return names.map((name) => `${name}=${quoted(values[name] ?? '')}\n`).join('');
}

/** A text as one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
