import { expect, test } from 'vitest';
import { usageTone } from './usage-tone.ts';

test.each([
  [0, 'good'],
  [69, 'good'],
  [70, 'warning'],
  [89, 'warning'],
  [90, 'bad'],
  [250, 'bad'],
] as const)('rates %i %% of a limit as %s', (percent, tone) => expect(usageTone(percent)).toBe(tone));
