import { act, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { KEY } from '#components/stories/stub-server.tsx';
import { CHECKLIST } from '#lib/base/checklist.ts';
import * as stories from './dashboard.stories.tsx';

const heading = (name: string) => screen.findByRole('heading', { name });
const comesBefore = (first: Element, second: Element) =>
  Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING);

afterEach(() => void vi.useRealTimers());

test('shows the checklist before the usage until the first request', async () => {
  render(<stories.BeforeTheFirstRequest />);
  for (const step of Object.values(CHECKLIST)) await heading(step);
  expect(comesBefore(await heading('Quick Setup'), await heading('Usage statistics'))).toBe(true);
  expect(screen.getAllByRole('heading', { name: 'Quick Setup' })).toHaveLength(1);
});

test('shows the buttons of the account before the steps', async () => {
  render(<stories.BeforeTheFirstRequest />);
  const steps = await heading(CHECKLIST.live);
  expect(comesBefore(screen.getByRole('navigation', { name: 'Account' }), steps)).toBe(true);
});

test('says that the status could not be read, and asks again on Retry', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  render(<stories.StatusFails />);
  await screen.findByText('Failed to fetch user status');
  screen.getByRole('button', { name: 'Retry' });
});

test('counts down in the first step until the key is live', async () => {
  render(<stories.BeforeTheFirstRequest />);
  const step = (await heading(CHECKLIST.live)).closest('li');
  expect(step?.textContent).toMatch(/Your key goes live in 1:(10|09)\./);
});

test('shows the test message in the last step, and the wait for the first request', async () => {
  render(<stories.BeforeTheFirstRequest />);
  const step = (await heading(CHECKLIST.match)).closest('li');
  expect(step?.textContent).toContain("rspamc <<'END' | grep FUZZY_");
  const steps = await screen.findByRole('region', { name: 'Quick Setup' });
  expect(steps.textContent).toContain('Waiting for the first request.');
});

test('keeps the steps when the first request arrives, and its line turns green', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  render(<stories.FirstRequestArrives />);
  for (let n = 0; n < 3; n++) await pass(10); // the status, then the last request
  screen.getByText('Waiting for the first request.', { selector: 'strong' });
  await pass(10_000);
  const steps = within(screen.getByRole('region', { name: 'Quick Setup' }));
  steps.getByRole('heading', { name: CHECKLIST.match });
  steps.getByText('It works.');
});

test('shows the usage before the setup once the key is used', async () => {
  render(<stories.InUse />);
  await screen.findByText('It works.');
  expect(comesBefore(await heading('Usage statistics'), await heading('Quick Setup'))).toBe(true);
  expect(screen.queryByRole('heading', { name: CHECKLIST.match })).toBeNull();
});

test('offers one command that adds our line to both configuration files, with the key', async () => {
  render(<stories.InUse />);
  const block = await screen.findByRole('region', { name: 'Connect Debian, Ubuntu' });
  for (const part of ['/etc/rspamd/local.d/fuzzy_check.conf', '/etc/rspamd/local.d/fuzzy_group.conf', KEY])
    expect(block.textContent).toContain(part);
});

test('shows a viewer no button that the server refuses, and says why there is no key', async () => {
  render(<stories.AsViewer />);
  await screen.findByText('Your role in this account does not show the key.');
  screen.getByText('Your role: Viewer');
  const actions = within(screen.getByRole('navigation', { name: 'Account' }));
  expect(actions.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Setup Guide',
    'Documentation',
    'Account',
    'Logout',
  ]);
});
