import { expect, test } from 'vitest';
import { createPasswordJudge, passwordJudge } from './password-judge.ts';
import { assertAcceptablePassword } from './password-strength.ts';

/** The worst case for zxcvbn: nearly every character is a l33t spelling of a letter. */
const SLOW = 'aA1[19a7a|l8/7<31x!o6g2@7o%gt5i%g/|x(${#';

test('does not block the event loop while it judges a slow password (S8)', async () => {
  await assertAcceptablePassword('Correct-Horse-7-Battery', null); // loads the dictionaries
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await assertAcceptablePassword(SLOW, null).catch(() => {});
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

test('gives up on a password after the time limit, and judges the next one', async () => {
  const judge = createPasswordJudge(100);
  await expect(judge.guesses('a', { password: SLOW.repeat(6), words: [] })).resolves.toBeNull();
  // On a busy machine even a short password may exceed this limit, so the call is retried.
  const next = () => judge.guesses('a', { password: 'xK9$vQ2!mZ7#', words: [] });
  await expect.poll(next, { timeout: 50_000 }).toBeGreaterThan(1e11);
});

test('returns the same judge to all callers of a process', () => {
  expect(passwordJudge()).toBe(passwordJudge());
});
