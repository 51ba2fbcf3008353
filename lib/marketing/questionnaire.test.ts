import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCESS } from '#e2e/support/access-matrix.ts';
import { legalFactsOf } from '#lib/base/settings/legal.ts';
import { parseEnv } from '#lib/base/settings/env.ts';
import { slugOf } from '#lib/base/text/format.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { TEST_SETTINGS } from '#lib/testing/environment.ts';
import { policiesOf } from './policies.ts';
import { sellerPagesOf } from './seller-pages.ts';

const rows = readFileSync('docs/questionnaire.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, question, answer] = /^\| (\d+) +\| (.+?) +\| (\S+) +\|$/.exec(line) ?? [];
    return number && question && answer ? [{ number: Number(number), question, answer }] : [];
  });
const policies = { ...policiesOf(localContacts), ...sellerPagesOf(legalFactsOf(parseEnv(TEST_SETTINGS))) };

test('has forty questions, each once', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect(new Set(rows.map(({ question }) => question)).size).toBe(40);
});

test.each(rows)('answers question $number at a public page, $answer', ({ answer }) => {
  const { pathname, hash } = new URL(answer, 'https://shop.test');
  expect(ACCESS[`GET ${pathname}`]?.expect.anonymous).toBe(200);
  const page = policies[pathname.slice(1) as keyof typeof policies];
  if (hash && page) expect(page.sections.map(({ title }) => `#${slugOf(title)}`)).toContain(hash);
  if (!page) expect(['/pricing', '/.well-known/security.txt']).toContain(answer);
});
