import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCores } from './run.ts';

/** A step that ends when the test says so. */
function step(use: ReturnType<typeof createCores>, cores: number, name: string, log: string[]) {
  const gate = Promise.withResolvers<undefined>();
  const done = use(cores, async () => {
    log.push(name);
    await gate.promise;
  });
  return { end: () => gate.resolve(undefined), fail: () => gate.reject(new Error(name)), done };
}

test('runs two one-core steps at once, and a two-core step alone, in the order of the calls', async () => {
  const log: string[] = [];
  const use = createCores(2);
  const [lint, types, unit, late] = [
    step(use, 1, 'lint', log),
    step(use, 1, 'types', log),
    step(use, 2, 'unit', log),
    step(use, 1, 'late', log),
  ];
  await turn();
  expect(log).toEqual(['lint', 'types']);
  types.end();
  await turn();
  expect(log).toEqual(['lint', 'types']);
  lint.end();
  await turn();
  expect(log).toEqual(['lint', 'types', 'unit']);
  unit.end();
  await turn();
  expect(log).toEqual(['lint', 'types', 'unit', 'late']);
  late.end();
  await Promise.all([lint.done, types.done, unit.done, late.done]);
});

test('frees the cores of a step that throws', async () => {
  const log: string[] = [];
  const use = createCores(1);
  const [first, second] = [step(use, 1, 'first', log), step(use, 1, 'second', log)];
  first.fail();
  await expect(first.done).rejects.toThrow('first');
  await turn();
  expect(log).toEqual(['first', 'second']);
  second.end();
  await second.done;
});
