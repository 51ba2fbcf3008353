import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { promises } from '#lib/base/promises.ts';
import { SECOND } from '#lib/base/time.ts';
import { KeyGoesLive } from './key-goes-live.tsx';

const KEY = 'a-key-of-more-than-sixteen-characters';
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const announced = () => screen.getByRole('status').textContent;

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('counts down until the key is live, and announces that once', async () => {
  const { container } = render(<KeyGoesLive publicKey={KEY} />);
  expect(container.textContent).toContain('Your key goes live in 1:10.');
  const before = announced();
  await pass(5 * SECOND);
  expect(container.textContent).toContain('Your key goes live in 1:05.');
  expect(announced()).toBe(before);
  await pass(promises.keyChange - 6 * SECOND);
  expect(container.textContent).toContain('Your key goes live in 0:01.');
  await pass(SECOND);
  expect(container.textContent).not.toContain('goes live in');
  expect(announced()).toBe('Your key is live at our storage hosts.');
});

test('continues after a reload, and begins anew for another key', async () => {
  const { container, unmount, rerender } = render(<KeyGoesLive publicKey={KEY} />);
  await pass(30 * SECOND);
  rerender(<KeyGoesLive publicKey={`new-${KEY}`} />);
  expect(container.textContent).toContain('1:10');
  unmount();
  const again = render(<KeyGoesLive publicKey={KEY} />);
  expect(again.container.textContent).toContain('0:40');
});

test('says on the server how long it takes', () => {
  expect(renderToString(<KeyGoesLive publicKey={KEY} />)).toContain('within 70 seconds');
});
