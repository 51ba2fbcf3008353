import { expect, test } from 'vitest';
import { features } from './features.ts';
import { plans, scaleAdvantage } from './plans.ts';
import { suggestPlan } from './suggest-plan.ts';
import { TIERS } from './tiers.ts';

const { Starter, Scale } = TIERS;

test('says what Scale has and a quantity of Starter has not', () => {
  const starters = Math.ceil(Scale.emails / Starter.emails);
  expect(starters * Starter.emails).toBeGreaterThanOrEqual(Scale.emails);
  expect((starters - 1) * Starter.emails).toBeLessThan(Scale.emails);
  expect(starters * Starter.monthly).toBeGreaterThan(Scale.monthly);
  expect(starters * Starter.yearly).toBeGreaterThan(Scale.yearly);
  expect(scaleAdvantage).toBe(
    `100,000 emails a day for £${Scale.monthly} a month: a quantity of Starter that covers them costs £${starters * Starter.monthly}.`,
  );
  expect(suggestPlan(Scale.emails)).toEqual({ plan: 'Scale', quantity: 1 });
});

test('says it in the tooltip of “Scalable to demands” and on the home page, and that each plan’s quantity can be raised', () => {
  const [tooltip] = plans.map((plan) => plan.features.find(({ name }) => name === 'Scalable to demands')?.tooltip);
  expect(tooltip).toBe(`${scaleAdvantage} The quantity of every plan can be raised.`);
  expect(features.find(({ name }) => name === 'Scalable to demands')?.text).toBe(scaleAdvantage);
});

test.each(['who write', 'on call', 'first', 'minutes', 'family'])('invents no “%s” in features and plans', (words) => {
  expect(JSON.stringify([features, plans])).not.toContain(words);
});
