import { act, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CHECKLIST } from '#lib/base/checklist.ts';
import * as stories from './checklist.stories.tsx';

afterEach(() => void vi.useRealTimers());

const states = () =>
  Object.fromEntries(
    Object.entries(CHECKLIST).map(([name, title]) => [
      name,
      screen.getByRole('heading', { name: title, level: 3 }).closest('li')?.dataset['state'],
    ]),
  );

test.each([
  ['before the key is live', stories.KeyNotLive, ['now', 'now', 'later', 'later']],
  ['once the key is live', stories.KeyLive, ['done', 'now', 'now', 'later']],
  ['after the first request', stories.Hello, ['done', 'done', 'done', 'now']],
  ['after the first match', stories.Protected, ['done', 'done', 'done', 'done']],
])('shows the state of each step %s', async (_, Story, [live, command, hello, match]) => {
  render(<Story />);
  await vi.waitFor(() => expect(states()).toEqual({ live, command, hello, match }));
});

test('turns each step green while the page is open, and announces it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  render(<stories.TurningGreen />);
  const said: (string | null)[] = [];
  for (let n = 0; n < 60; n++) {
    await pass(1000);
    const text = screen.getAllByRole('status')[0]?.textContent ?? '';
    if (text && said.at(-1) !== text) said.push(text);
  }
  expect(said).toEqual([
    'Done: Your key goes live. 1 of 4 steps.',
    'Done: Your server says hello. 3 of 4 steps.',
    'Done: The test message is recognised. 4 of 4 steps.',
  ]);
  screen.getByText('Protected since 28 November 2026, 11:41 UTC');
});

test('has something to do while the key is not live yet', async () => {
  render(<stories.KeyNotLive />);
  await screen.findByText(/Your key goes live in/);
  screen.getByRole('region', { name: 'Connect Debian, Ubuntu' });
  screen.getByText('What the command writes');
});

test('shows the numbers of the day once mail is protected, and keeps the command for the next server', async () => {
  render(<stories.Protected />);
  await screen.findByText('412 requests in the last 24 hours, 37 matched a known hash.');
  screen.getByText('The command, for your next server');
});

test('shows the same steps in one line in the guide', async () => {
  render(<stories.InOneLine />);
  const list = await screen.findByRole('list', { name: 'Your setup' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.dataset['state']),
  ).toEqual(['done', 'done', 'done', 'now']);
});
