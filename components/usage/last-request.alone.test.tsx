import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import { MINUTE } from '#lib/base/time.ts';
import {
  Arriving,
  Failed,
  Loading,
  MatchArriving,
  Matched,
  MatchedOnList,
  NoKey,
  Silent,
  Waiting,
  Working,
} from './last-request.stories.tsx';

test('says that it is looking for requests', () => {
  render(<Loading />);
  screen.getByText('Looking for requests...');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('says that the check for requests failed', async () => {
  render(<Failed />);
  await screen.findByText(/^Could not check whether requests arrive/);
});

test('shows nothing without a key', async () => {
  const { container } = render(<NoKey />);
  await waitFor(() => expect(container.textContent).toBe(''));
});

test.each([
  ['waits for the first request', Waiting, 'Waiting for the first request.'],
  ['works', Working, 'Requests with your key arrive.'],
  ['has matched', Matched, 'Requests with your key arrive. A message matched.'],
  ['is silent', Silent, 'No requests with your key for some hours. A message matched.'],
])('announces that the key %s', async (_, Story, text) => {
  render(<Story />);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
});

test('says which server received the last request', async () => {
  const { container } = render(<Working />);
  await waitFor(() => expect(container.textContent).toMatch(/It works\. Last request .* at fuzzy1\.1 storage host/));
});

test('says how many servers were asked, and links to the test message until one matched', async () => {
  const { container } = render(<Working />);
  const link = await screen.findByRole('link', { name: 'send the test message' });
  expect(link.getAttribute('href')).toBe('/setup#test-message');
  expect(container.textContent).toContain(
    '1 storage host asked within 24 hours: fuzzy1.No match yet: send the test message.',
  );
});

test('says when and where the first message matched, and names the list only if the server does', async () => {
  const { container, unmount } = render(<Matched />);
  await waitFor(() =>
    expect(container.textContent).toMatch(
      /3 storage hosts asked within 24 hours: fuzzy1, fuzzy2, fuzzy3\.First match .* at fuzzy2\.$/,
    ),
  );
  unmount();
  const again = render(<MatchedOnList />);
  await waitFor(() => expect(again.container.textContent).toMatch(/First match .* at fuzzy2, premium list\.$/));
});

describe('polling', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const show = (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  };

  /** Renders a story with fake timers that only `pass` advances, and waits for the first response. */
  async function open(Story: () => React.ReactElement) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    render(<Story />);
    await pass(10);
    expect(sent).toHaveLength(1);
  }

  afterEach(() => void vi.useRealTimers());

  test('continues after a failed poll, until the first request arrives', async () => {
    await open(Arriving);
    screen.getByText(/^Could not check whether requests arrive/);
    await pass(10_000);
    screen.getByText('Waiting for the first request.', { selector: 'strong' });
    await pass(10_000);
    screen.getByText('It works.');
  });

  test('continues after the first request until a message matched, then asks once a minute', async () => {
    await open(MatchArriving);
    screen.getByText('It works.');
    await pass(10_000);
    screen.getByText(/First match/, { selector: 'p' });
    const calls = sent.length;
    await pass(50_000);
    expect(sent).toHaveLength(calls);
  });

  test('stops while the page is hidden, and starts again once it is visible', async () => {
    await open(Waiting);
    show('hidden');
    await pass(10 * MINUTE);
    expect(sent).toHaveLength(1);
    show('visible');
    await pass(MINUTE);
    expect(sent.length).toBeGreaterThan(1);
  });

  test('stops for a user without a key', async () => {
    await open(NoKey);
    await pass(10 * MINUTE);
    expect(sent).toHaveLength(1);
  });
});
