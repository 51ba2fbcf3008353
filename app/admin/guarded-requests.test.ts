import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADMIN_ACTIONS } from '#lib/testing/actions/admin-actions.ts';

const files = globSync('{app,components}/**/*.{ts,tsx}', { exclude: ['**/*.stories.tsx', '**/*.test.{ts,tsx}'] });
const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const asking = Object.entries(ADMIN_ACTIONS).filter(([, actions]) =>
  Object.values(actions).some((action) => action.asks),
);

/** The ways to send a request that may ask for the password: `useAdminAction`, or a dialog that uses it. */
const ASKS = /\b(?:runAction|runFresh)\(|\baction=\{/;

test.each(asking)('the console sends %s so that it can ask for the password', (name) => {
  const uses = sources.flatMap(({ file, text }) =>
    text
      .split(`callApi('${name}'`)
      .slice(0, -1)
      .map((before, at) => ({
        file,
        before: before.slice(-200),
        after: text.split(`callApi('${name}'`)[at + 1] ?? '',
      })),
  );
  expect(uses, 'a request of the console').not.toEqual([]);
  const silent = uses.filter(
    ({ before, after }) => !ASKS.test(before) && !after.startsWith(', { body: { ...input, dry_run: true }'),
  );
  expect(silent.map(({ file }) => file)).toEqual([]);
});
