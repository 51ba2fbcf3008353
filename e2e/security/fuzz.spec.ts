import { expect, test } from '../fixtures.ts';
import { fuzz } from './support/fuzz.ts';

/** A fixed seed, so that every run sends the same requests. e2e/soak/fuzz.spec.ts sends 10,000 with a random seed. */
const SEED = 5282;

test('answers 100 random requests without 5xx or internals in a body (S28, S52, S55, S82)', async () => {
  const { answers } = await fuzz({ requests: 100, seed: SEED });
  expect(answers.filter(({ status }) => status === 200).length, 'enough requests succeed').toBeGreaterThan(10);
});
