import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colors } from './colors.ts';

const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8');
const copies = (['light', 'dark'] as const).flatMap((theme) =>
  Object.entries(colors[theme]).map(([name, value]) => ({ theme, name, value })),
);

test.each(copies)('copies $name of the $theme theme from globals.css', ({ theme, name, value }) => {
  const token = new RegExp(`--color-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
  expect(token?.[theme === 'light' ? 1 : 2]).toBe(value);
});
