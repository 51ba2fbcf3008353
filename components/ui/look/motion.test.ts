import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('app/globals.css', 'utf8');
/** The blocks `@media (prefers-reduced-motion: …) { … }`, whose closing brace has the indent of their first line. */
const blocksFor = (wish: string) =>
  [...css.matchAll(/^( *)@media \(prefers-reduced-motion: ([a-z-]+)\) \{\n([^]*?)^\1\}$/gm)]
    .filter(([, , name]) => name === wish)
    .map(([, , , block = '']) => block);

test('stops every transition for a person whose system asks for less motion', () => {
  const [reduced = '', ...others] = blocksFor('reduce');
  expect(others).toEqual([]);
  expect(reduced.replaceAll(/\s+/g, ' ')).toContain('*, ::before, ::after { transition-duration: 0s !important; }');
});

test('animates nothing for such a person but the wait of a button, which moves nothing', () => {
  const rest = blocksFor('no-preference').reduce((text, block) => text.replace(block, ''), css);
  expect(css.match(/^ *animation: .*$/gm)?.length).toBeGreaterThan(3);
  expect(rest.match(/^ *animation: .*$/gm)?.map((line) => line.trim())).toEqual(['animation: arming 0.5s step-end;']);
  expect(rest).toMatch(/@keyframes arming \{\n  from \{\n    pointer-events: none;\n    opacity: 0.6;\n  \}\n\}/);
});
