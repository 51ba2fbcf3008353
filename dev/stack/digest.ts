import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './folders.ts';

const NOT_BUILT = /\.(test|stories)\.tsx?$|^(lib\/testing|components\/stories)\//;

/** A digest of the files of these patterns, and of `more`. */
export function digestOf(patterns: string[], ...more: string[]): string {
  const hash = createHash('sha256');
  const entries = globSync(patterns, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  for (const file of new Set(files.filter((name) => !NOT_BUILT.test(name)).sort())) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.update(more.join('\0')).digest('hex');
}
