import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { log } from '#lib/base/log.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { shownTestimonials } from '#lib/testimonials/shown.ts';
import type { Testimonial } from '#lib/testimonials/views.ts';
import { followEnteredData } from './entered-data.ts';

const answers: (Error | null)[] = [];
vi.mock('#lib/storage/hosts.ts', () => ({
  findEnteredHosts: async () => {
    const answer = answers.shift() ?? null;
    if (answer) throw answer;
    return {};
  },
}));
const approved: Testimonial[] = [];
vi.mock('#lib/testimonials/service.ts', () => ({ findApprovedTestimonials: async () => [...approved] }));
vi.mock('#lib/base/db/db.ts', () => ({ db: () => null }));

useTestEnvironment();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function warningsAfter(...failures: Error[]): Promise<number> {
  const warn = vi.spyOn(log(), 'warn').mockReturnValue();
  warn.mockClear();
  answers.push(...failures);
  const started = followEnteredData(() => {});
  await vi.advanceTimersByTimeAsync(40_000);
  await started;
  vi.clearAllTimers();
  return warn.mock.calls.length;
}
const late = () => new Error('timeout exceeded when trying to connect');

test('does not warn when only the reading of a busy first second fails', async () => {
  expect(await warningsAfter(late())).toBe(0);
});

test('warns once when the entries cannot be read', async () => {
  expect(await warningsAfter(late(), late(), late())).toBe(1);
});

test('renders the pages again within ten seconds of an approval, and of its end', async () => {
  const quote = { quote: 'It works.', author: 'A. Person', position: 'Postmaster', company: 'Example', rating: 4 };
  const onChange = vi.fn();
  const started = followEnteredData(onChange);
  await vi.advanceTimersByTimeAsync(1000);
  await started;
  expect(onChange).not.toHaveBeenCalled();
  approved.push({ ...quote, companyLogo: null, givenOn: '2026-11-02', isSample: false });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(shownTestimonials()).toEqual(approved);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onChange, 'without a change').toHaveBeenCalledTimes(1);
  approved.pop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onChange).toHaveBeenCalledTimes(2);
  vi.clearAllTimers();
});
