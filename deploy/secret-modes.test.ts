import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const documents = globSync(['docs/*.md', '*.md', 'agent/*.md', 'deploy/**/*.md'], { cwd: root });

const SECRET = /cipher-pass|PASSWORD|SECRET|_KEY\b|openssl rand|stripe-setup|owner\.env/;
/** A folder that only root can enter. */
const PRIVATE = /^\/root\//;

/** The commands of a document that write a secret into a file, each with the commands before it. */
const writes = documents.flatMap((file) => {
  const blocks = readFileSync(path.join(root, file), 'utf8').matchAll(/^```sh.*\n([^]*?)^```$/gm);
  const lines = [...blocks].flatMap(([, text = '']) => text.replaceAll('\\\n', ' ').split('\n'));
  return lines.flatMap((line, index) => {
    const target = /(?<![0-9&<-])>{1,2} *(\/[^\s;&|]+)/.exec(line)?.[1];
    if (target === undefined || !SECRET.test(line)) return [];
    return [{ file, line, target, before: lines.slice(0, index) }];
  });
});

test('finds the commands that write secrets', () => {
  expect(new Set(writes.map(({ target }) => path.basename(target)))).toEqual(
    new Set(['owner.env', 'passphrase.conf', 'rspamd-premium-sources.secret', 'stripe-setup.txt']),
  );
});

test.each(writes)('$file: $target can be read by no other user from its first byte', ({ target, before }) => {
  const isMade = before.some((line) => /^install -m 06[04]0 /.test(line) && line.trim().endsWith(` ${target}`));
  expect(isMade || PRIVATE.test(target)).toBe(true);
});

test('no document puts a secret into a file of the packages, which every user can read', () => {
  const found = documents.filter((file) =>
    /PGBACKREST_REPO1_CIPHER_PASS|\/etc\/postgresql\/\S*environment/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(found).toEqual([]);
});
