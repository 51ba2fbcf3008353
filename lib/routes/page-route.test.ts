import { expect, test } from 'vitest';
import { BuyQuery } from '#lib/billing/schema.ts';
import { pageRoute } from './page-route.ts';

const buy = pageRoute({ query: BuyQuery }, async ({ query }) => Response.json(query));

test.each([
  ['an unknown flag', '?foo=1'],
  ['an unknown flag beside a known one', '?micro=1&plan=scale'],
  ['a zero flag', '?micro=0'],
  ['an empty flag', '?yearly='],
  ['a zero flag, then the flag', '?micro=0&micro=1'],
  ['the flag, then a zero one', '?micro=1&micro=0'],
  ['a flag twice', '?small=1&small=1'],
  ['an unknown flag twice', '?foo=1&foo=1'],
  ['two plans', '?micro=1&small=1'],
  ['two plans, the other way round', '?small=1&micro=1'],
])('answers 400 and a page that says why to /buy with %s (S61)', async (_what, query) => {
  const answer = await buy(new Request(`http://localhost/buy${query}`));
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await answer.text()).toMatch(/<p>(This link|An option of this link|Only one plan) [^<]+\.<\/p>/);
});

test.each([
  ['', 'scale', 'month', false],
  ['?micro=1', 'personal', 'month', false],
  ['?test=1&yearly=1&small=1', 'starter', 'year', true],
])('reads /buy%s as the %s plan, billed every %s (S61)', async (query, plan, interval, isTest) => {
  const answer = await buy(new Request(`http://localhost/buy${query}`));
  expect(await answer.json()).toEqual({ plan, interval, isTest });
});
