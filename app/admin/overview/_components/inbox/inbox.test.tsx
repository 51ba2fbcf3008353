import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import type { InboxEntryView } from '#lib/admin/inbox/views.ts';
import { letterOf, sinceText } from './entry-text.ts';
import * as stories from './inbox.stories.tsx';

const rows = () => within(screen.getByRole('list', { name: 'Entries' })).getAllByRole('listitem');
const texts = () => rows().map((row) => row.textContent);
const shown = async (story: () => React.ReactNode) => {
  render(story());
  await screen.findByRole('list', { name: 'Entries' });
};
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const posted = () => sent.filter(({ request }) => request.startsWith('POST')).map(({ body }) => body);

test('says who, what, since when, how much is at risk, and the one action', async () => {
  await shown(stories.Full);
  expect(texts()).toEqual([
    expect.stringMatching(/^Silent hostfuzzy2No contact · since 2026-11-27.*All customersOpen host/),
    expect.stringMatching(
      /^Over the limitit@acme\.exampleStarter127% of the limit, over it on 4 of the last 7 days.*£25\.00\/monthSuggest Scale/,
    ),
    expect.stringMatching(/^Past duepostmaster@example\.comStarterPayment failed.*£25\.00\/monthSend link/),
    expect.stringMatching(/^Leaving.*Scale × 3Ends on 2026-12-27£25\.00\/monthAsk why/),
    expect.stringMatching(/^Leavingcto@example\.org.*, reason given: “It costs too much”What they wrote.*Write email$/),
    expect.stringMatching(/^Silent keymx@example\.net.*No requests.*See usage/),
    expect.stringMatching(
      /^Many networksreseller@example\.net.*Used from 23 networks in 7 days, known only by pseudonym.*See networks/,
    ),
    expect.stringMatching(/^Billingsub_1Lost.*Refund the payment in Stripe\..*Resolve/),
    expect.stringMatching(/^Failed jobsmail\.send3 jobs failed: 451 4\.7\.1 Please try again later.*Run again/),
  ]);
});

test('says since which time today, and since which day before', () => {
  const now = new Date('2026-11-29T20:46:00Z');
  expect(sinceText(new Date('2026-11-29T20:35:00Z'), now)).toBe('since 20:35 UTC, 11 minutes ago');
  expect(sinceText(new Date('2026-11-28T20:35:00Z'), now)).toBe('since 2026-11-28, 1 day ago');
  expect(sinceText(new Date('2026-11-28T20:35:00Z'), null)).toBe('since 2026-11-28');
});

test('opens the customer from the name, and what a host or queue is about', async () => {
  await shown(stories.Full);
  const links = rows().map((row) => within(row).getAllByRole('link')[0]?.getAttribute('href'));
  const customer = '/admin/users/0197a000-0000-7000-8000-000000000001';
  expect(links).toEqual([
    ...['/admin/servers?attention=silent', customer, customer, customer, customer, customer, customer],
    ...['/admin/billing', '/admin/jobs?queue=mail.send'],
  ]);
});

test('opens the month of a silent key, because its last day is empty', async () => {
  await shown(stories.Full);
  expect(screen.getByRole('link', { name: 'See usage: mx@example.net' }).getAttribute('href')).toBe(
    '/admin/user/0197a000-0000-7000-8000-000000000001/usage?period=720h',
  );
});

test.each([
  ['e', {}, 'done', 'Done: it@acme.example'],
  ['s', {}, 'day', 'Snoozed for a day: it@acme.example'],
  ['S', { shiftKey: true }, 'week', 'Snoozed for a week: it@acme.example'],
])('puts the entry that j has reached aside with %s, and moves on', async (key, more, time, text) => {
  await shown(stories.Full);
  press('j');
  press('j');
  press(key, more);
  await screen.findByText(text);
  expect(posted()).toEqual([{ kind: 'over', subject: '7', occurrence: 'a', severity: 2500, for: time }]);
  expect(document.activeElement?.textContent).toBe('postmaster@example.com');
});

test('snoozes an outage, which is not done before the host reports again', async () => {
  await shown(stories.Full);
  await userEvent.click(screen.getByRole('button', { name: 'Snooze: fuzzy2, Silent host' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Snooze for a day (S)',
    'Snooze for a week (Shift S)',
  ]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  press('e');
  press('s');
  await screen.findByText('Snoozed for a day: fuzzy2');
  expect(posted()).toMatchObject([{ kind: 'hosts', for: 'day' }]);
});

test('takes an entry out at once, and undoes it', async () => {
  await shown(stories.Full);
  press('j');
  press('s');
  await waitFor(() => expect(screen.queryByText('fuzzy2')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent.map(({ request }) => request)).toContain(
      'DELETE /admin/api/inbox/put-aside/0197a000-0000-7000-8000-0000000000c1',
    ),
  );
  await screen.findByText('fuzzy2');
});

test('offers the same with the mouse', async () => {
  await shown(stories.Full);
  await userEvent.click(screen.getByRole('button', { name: 'Done or snooze: it@acme.example, Over the limit' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Snooze for a week/ }));
  await screen.findByText('Snoozed for a week: it@acme.example');
  expect(posted()).toMatchObject([{ kind: 'over', for: 'week' }]);
});

test('runs the jobs again and resolves an alert in place', async () => {
  await shown(stories.Full);
  await userEvent.click(screen.getByRole('button', { name: 'Run again: mail.send' }));
  await screen.findByText('3 jobs of mail.send started again.');
  await userEvent.click(screen.getByRole('button', { name: 'Resolve: sub_1Lost' }));
  await screen.findByText('Marked as resolved.');
});

test('writes letters with a link that does what they say', async () => {
  await shown(stories.Full);
  const href = screen.getByRole('link', { name: 'Suggest Scale: it@acme.example' }).getAttribute('href') ?? '';
  const letter = decodeURIComponent(href);
  expect(letter).toMatch(/^mailto:postmaster@example\.com\?subject=/);
  expect(letter).toContain('https://premium.example/plan?plan=scale&interval=month&quantity=1');
  const entry = { kind: 'past_due', ends_at: null } as InboxEntryView;
  expect(letterOf(entry, 'https://premium.example')?.body).toContain('https://premium.example/billing');
  expect(letterOf({ ...entry, kind: 'silent' }, '')).toBeNull();
  const leaving = { ...entry, kind: 'leaving' } as InboxEntryView;
  expect(letterOf(leaving, '')?.body).toContain('What made you cancel it?');
  expect(letterOf({ ...leaving, reason: 'unused' }, '')?.body).not.toContain('What made you cancel it?');
});

test('links each kind with its count, and what is not shown', async () => {
  await shown(stories.Full);
  const kinds = within(screen.getByRole('navigation', { name: 'Kind' })).getAllByRole('link');
  expect(kinds.map(({ textContent }) => textContent)).toEqual([
    ...['All', 'Past due 1', 'Leaving 1', 'Over the limit 1', 'Silent keys 1,000+', 'Many networks 1', 'Billing 1'],
    ...['Failed jobs 1', 'Silent hosts 1', 'Done or snoozed 3'],
  ]);
  expect(screen.getByRole('link', { name: '999 more: silent keys' }).getAttribute('href')).toBe(
    '/admin/overview?kind=silent',
  );
});

test('opens the whole list from one kind', async () => {
  await shown(stories.OneKind);
  expect(screen.getByRole('link', { name: 'Open the whole list' }).getAttribute('href')).toBe(
    '/admin/keys?attention=over',
  );
});

test('lists what was put aside with who did, and brings it back', async () => {
  await shown(stories.PutAside);
  expect(texts()).toEqual([
    expect.stringContaining('Done, 2026-11-27 by root@example.com'),
    expect.stringContaining('Snoozed until 2026-12-04 09:00 UTC, 2026-11-27 by root@example.com'),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Bring back: postmaster@example.com' }));
  await waitFor(() =>
    expect(sent.map(({ request }) => request)).toContain(
      'DELETE /admin/api/inbox/put-aside/0197a000-0000-7000-8000-0000000000c1',
    ),
  );
});

test('says that nothing needs a decision', async () => {
  render(<stories.Empty />);
  await screen.findByText('Nothing needs a decision.');
});
