import { expect, test } from 'vitest';
import { features } from './features.ts';
import { plans, scaleAdvantage } from './plans.ts';
import { PLANS } from '#lib/billing/plan.ts';
import { readCount, suggestPlan } from './suggest-plan.ts';
import { ENTERPRISE_EMAILS, TIERS } from './tiers.ts';

const { Starter, Scale } = TIERS;

test('says what Scale has and a quantity of Starter has not', () => {
  const starters = Math.ceil(Scale.emails / Starter.emails);
  expect(starters * Starter.emails).toBeGreaterThanOrEqual(Scale.emails);
  expect((starters - 1) * Starter.emails).toBeLessThan(Scale.emails);
  expect(starters * Starter.monthly).toBeGreaterThan(Scale.monthly);
  expect(starters * Starter.yearly).toBeGreaterThan(Scale.yearly);
  expect(scaleAdvantage).toBe(
    `100,000 emails a day for £${Scale.monthly} a month. As Starter × ${starters} they would cost £${starters * Starter.monthly}.`,
  );
  expect(suggestPlan(Scale.emails)).toEqual({ plan: 'Scale', quantity: 1 });
});

test('states the emails a day that the limit of the plan’s key allows, at two requests an email', () => {
  const stated = plans.map(({ name, emails }) => [name, readCount(emails.replace('+', ''))]);
  expect(stated).toEqual([
    ['Personal', PLANS.personal.dailyRequests / 2],
    ['Starter', PLANS.starter.dailyRequests / 2],
    ['Scale', PLANS.scale.dailyRequests / 2],
    ['Enterprise', ENTERPRISE_EMAILS],
  ]);
  expect(stated.slice(0, 3)).toEqual(Object.entries(TIERS).map(([name, { emails }]) => [name, emails]));
});

test('says it in the tooltip of “Scalable to demands” and on the home page, and that each plan’s quantity can be raised', () => {
  const [tooltip] = plans.map((plan) => plan.features.find(({ name }) => name === 'Scalable to demands')?.tooltip);
  expect(tooltip).toBe(`${scaleAdvantage} The quantity of every plan can be raised.`);
  expect(features.find(({ name }) => name === 'Scalable to demands')?.text).toBe(scaleAdvantage);
});

test.each(['who write', 'on call', 'first', 'minutes', 'family'])('invents no “%s” in features and plans', (words) => {
  expect(JSON.stringify([features, plans])).not.toContain(words);
});
