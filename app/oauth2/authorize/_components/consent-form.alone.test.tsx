import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConsentForm } from './consent-form.tsx';

const ARM_MS = 500;
/** Records the posted values. Blocks the submission, because a navigation would replace the page. */
let posted: Record<string, string>[] = [];
const record = (event: SubmitEvent) => {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  posted.push(Object.fromEntries(new FormData(event.target)) as Record<string, string>);
  event.preventDefault();
};

beforeEach(() => {
  posted = [];
  vi.useFakeTimers();
  window.addEventListener('submit', record);
});
afterEach(() => {
  vi.useRealTimers();
  window.removeEventListener('submit', record);
});

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const show = () => render(<ConsentForm action="/oauth2/authorize/abc" shownAt={1234} armMs={ARM_MS} />);
const TOO_SOON = /^That was quick\./;

test.each([
  ['Authorize', 'authorize'],
  ['Deny', 'deny'],
])('posts the decision once with the time of the page: %s', async (name, decision) => {
  show();
  await wait(ARM_MS);
  fireEvent.click(button(name));
  for (const each of screen.getAllByRole('button')) fireEvent.click(each);
  expect(posted).toEqual([{ shown_at: '1234', decision }]);
});

test('disables both buttons while the decision is submitted', async () => {
  show();
  await wait(ARM_MS);
  fireEvent.click(button('Authorize'));
  expect([button('Authorizing...').disabled, button('Deny').disabled]).toEqual([true, true]);
});

test.each([
  ['the page appears', () => {}],
  ['the window gets the focus', () => fireEvent.focus(window)],
  ['the tab comes to the front', () => fireEvent(document, new Event('visibilitychange'))],
])('rejects a press within half a second after %s, and accepts the next one', async (_when, appear) => {
  show();
  if (_when !== 'the page appears') await wait(ARM_MS);
  appear();
  await wait(ARM_MS - 1);
  fireEvent.click(button('Authorize'));
  screen.getByText(TOO_SOON);
  expect(posted).toEqual([]);
  await wait(1);
  fireEvent.click(button('Authorize'));
  expect(screen.queryByText(TOO_SOON)).toBeNull();
  expect(posted).toHaveLength(1);
});

test('enables the buttons again when the browser restores the page from its cache', async () => {
  show();
  await wait(ARM_MS);
  fireEvent.click(button('Authorize'));
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
  expect(button('Authorize').disabled).toBe(false);
});
