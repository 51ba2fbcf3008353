import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ContactsProvider } from '#components/layout/footer/contacts.tsx';
import { contactsOf, LOCAL_SITE } from '#lib/base/settings/site-environment.ts';
import { SECOND } from '#lib/base/time.ts';
import { KeyGoesLive } from './key-goes-live.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('counts down until the key is live, and announces the wait once', async () => {
  const { container } = render(<KeyGoesLive seconds={70} />);
  expect(container.textContent).toContain('Your key goes live in 1:10.');
  await pass(5 * SECOND);
  expect(container.textContent).toContain('Your key goes live in 1:05.');
  screen.getByText('Your key works at our storage hosts within 70 seconds.', { selector: '.sr-only' });
  await pass(64 * SECOND);
  expect(container.textContent).toContain('Your key goes live in 0:01.');
  await pass(SECOND);
  expect(container.textContent).toBe('Our storage hosts answer your key.');
});

test('follows what the server says next', async () => {
  const { container, rerender } = render(<KeyGoesLive seconds={70} />);
  await pass(5 * SECOND);
  rerender(<KeyGoesLive seconds={40} />);
  expect(container.textContent).toContain('Your key goes live in 0:40.');
  rerender(<KeyGoesLive seconds={0} />);
  expect(container.textContent).toBe('Our storage hosts answer your key.');
});

test('says that no storage host has the key yet, instead of that it works', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ContactsProvider contacts={contactsOf(LOCAL_SITE)}>{children}</ContactsProvider>
  );
  const { container, rerender } = render(<KeyGoesLive seconds={0} waitsForHosts />, { wrapper });
  expect(container.textContent).toMatch(/^Late: no storage host has fetched your key yet\..*support@[\w.]+$/);
  rerender(<KeyGoesLive seconds={0} />);
  expect(container.textContent).toBe('Our storage hosts answer your key.');
});

test('says on the server how long it takes', () => {
  expect(renderToString(<KeyGoesLive seconds={70} />)).toContain('within 70 seconds');
});
