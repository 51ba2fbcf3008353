import { expect, test } from 'vitest';
import { createPasswordJudge, passwordJudge } from './password-judge.ts';
import { assertAcceptablePassword } from './password-strength.ts';

/** Nearly every character stands for a letter in some spelling: what zxcvbn takes longest for. */
const SLOW = 'aA1[19a7a|l8/7<31x!o6g2@7o%gt5i%g/|x(${#';

test('a password that takes long to judge holds nobody up: the event loop turns meanwhile (S8)', async () => {
  await assertAcceptablePassword('Correct-Horse-7-Battery', null); // the dictionaries are loaded
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await assertAcceptablePassword(SLOW, null).catch(() => {});
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

test('one that takes longer than the limit is given up, and the next one is judged', { timeout: 60_000 }, async () => {
  const judge = createPasswordJudge(100);
  await expect(judge.guesses('a', { password: SLOW.repeat(6), words: [] })).resolves.toBeNull();
  // On a busy machine a short one, too, may take longer than so little: it is asked again.
  const next = () => judge.guesses('a', { password: 'xK9$vQ2!mZ7#', words: [] });
  await expect.poll(next, { timeout: 50_000 }).toBeGreaterThan(1e11);
});

test('all askers of a process share one judge', () => {
  expect(passwordJudge()).toBe(passwordJudge());
});
