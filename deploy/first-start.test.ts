import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const operations = readFileSync(path.join(import.meta.dirname, '../docs/operations.md'), 'utf8');
const section = (title: string) => operations.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? '';

/** Each way to the first start, and the command that starts the first process there. */
const WAYS = [
  ['First deployment', 'docker compose up -d'],
  ['Production on one host', 'systemctl enable --now rspamd-premium-web'],
  ['Kubernetes', 'kubectl apply -f migrate.yaml'],
] as const;

test.each(WAYS)("%s: gets the webhook's secret, which every process needs, before `%s`", (title, start) => {
  const text = section(title);
  const [secret, first] = [text.indexOf('bin/stripe-setup.ts'), text.indexOf(start)];
  expect(secret).toBeGreaterThan(0);
  expect(first).toBeGreaterThan(secret);
});

test.each([
  ['Compose', 'docker compose run --rm backup'],
  ['A cluster of three hosts', 'deploy/ha/pgbackrest.conf'],
])('the backup of %s is its own', (title, words) => {
  const text = section('Backup and restore').split(/^### /m);
  expect(text.find((part) => part.startsWith(`${title}\n`))).toContain(words);
});
