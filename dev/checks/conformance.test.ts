/** Compares docs/conformance.md with the tests that it names. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sections = read('docs/conformance.md').split(/^## /m).slice(1, 7);
const rows = sections.flatMap((section) =>
  [...section.matchAll(/^\| `(oidcc-[\w-]+)` +\| (passed: `([^`]+)`|not applicable: .{10,}?) +\|$/gm)].map(
    ([, module = '', , file]) => ({ plan: section.split('\n', 1)[0] ?? '', module, file }),
  ),
);
const passed = rows.flatMap(({ plan, module, file }) => (file === undefined ? [] : [{ plan, module, file }]));

/** The names of conformance modules in a test file. */
const modulesIn = (file: string) => new Set(read(file).match(/\boidcc-[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*/g));

test('lists each module of each plan once, with a test that passes it or a reason', () => {
  const counts = Object.groupBy(rows, ({ plan }) => plan);
  expect(Object.entries(counts).map(([plan, list]) => [plan, list?.length])).toEqual([
    ['Basic', 39],
    ['Config', 1],
    ['Form post', 39],
    ['RP-initiated logout', 11],
    ['Back-channel logout', 2],
    ['Dynamic', 23],
  ]);
  expect(new Set(rows.map(({ plan, module }) => `${plan} ${module}`)).size).toBe(rows.length);
  const written = sections.flatMap((section) => section.match(/^\| `oidcc-/gm) ?? []);
  expect(rows, 'a row has another form').toHaveLength(written.length);
});

describe('names a test that exists', () => {
  for (const { plan, module, file } of passed)
    test(`${plan}: ${module}`, () => {
      expect(file).toMatch(/\.(spec|test)\.ts$/);
      expect([...modulesIn(file)]).toContain(module);
    });
});

test('lists each module that a test is named after', () => {
  for (const file of new Set(passed.map((row) => row.file))) {
    const listed = new Set(passed.filter((row) => row.file === file).map(({ module }) => module));
    expect(
      [...modulesIn(file)].filter((module) => !listed.has(module)),
      file,
    ).toEqual([]);
  }
});
