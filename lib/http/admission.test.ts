import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

const MOST = { reads: 2, writes: 1 };

test('R17 a process without idle time begins no more than it can carry, and again as soon as one has ended', () => {
  const admission = createAdmission(() => true, MOST);
  const [first, second] = [admission.enter('GET'), admission.enter('HEAD')];
  expect([first, second, admission.enter('GET')]).toEqual([expect.anything(), expect.anything(), null]);
  first?.leave();
  expect([admission.enter('GET'), admission.enter('GET')]).toEqual([expect.anything(), null]);
});

test('R17 S8 what changes something takes no place from what reads', () => {
  const admission = createAdmission(() => true, MOST);
  expect([admission.enter('POST'), admission.enter('POST')]).toEqual([expect.anything(), null]);
  expect([admission.enter('GET'), admission.enter('GET')]).not.toContain(null);
});

test('R17 requests that merely wait keep nobody out', () => {
  let isBusy = false;
  const admission = createAdmission(() => isBusy, MOST);
  const many = Array.from({ length: 50 }, () => admission.enter('GET'));
  expect(many).not.toContain(null);
  isBusy = true;
  expect(admission.enter('GET')).toBeNull();
});

test('R17 the event loop is busy while it works, and not while it waits', { timeout: 10_000 }, async () => {
  const admission = createAdmission(undefined, { reads: 0, writes: 0 }); // refuses whenever it is busy
  await expect.poll(() => admission.enter('GET')).not.toBeNull();
  const work = () => {
    for (const end = performance.now() + 30; performance.now() < end;);
    return admission.enter('GET');
  };
  await expect.poll(work, { interval: 0 }).toBeNull();
  await expect.poll(() => admission.enter('GET')).not.toBeNull();
});
