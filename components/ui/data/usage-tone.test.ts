import { expect, test } from 'vitest';
import { usagePercent, usageTone } from './usage-tone.ts';

test.each([
  [0, 'good'],
  [69, 'good'],
  [70, 'warning'],
  [89, 'warning'],
  [90, 'bad'],
  [250, 'bad'],
] as const)('rates %i %% of a limit as %s', (percent, tone) => expect(usageTone(percent)).toBe(tone));

test.each([
  [0, 60_000, 0],
  [41_999, 60_000, 69],
  [53_999, 60_000, 89],
  [54_000, 60_000, 90],
  [59_999, 60_000, 99],
  [90_000, 60_000, 150],
  [0, 0, 0],
  [1, 0, 100],
])('computes %i of %i as %i %%, never rounded up', (value, limit, percent) =>
  expect(usagePercent(value, limit)).toBe(percent),
);
