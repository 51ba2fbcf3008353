import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { sent } from '#components/stories/stub-server.tsx';
import * as stories from './desk.stories.tsx';

/** The clock of the page, so that a test need not wait until keys act. */
let clock = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 1000));
});

const rows = () => screen.queryAllByRole('button', { expanded: false }).length + open().length;
const open = () => screen.queryAllByRole('button', { expanded: true });
const opened = () => open()[0]?.textContent?.slice(0, 10);
const verdicts = () =>
  sent.filter(({ request }) => request.endsWith('/judge')).map(({ body }) => body as { verdict: string });
const decisions = () => screen.getByRole('list', { name: 'Last decisions' }).textContent;
const focused = () => document.activeElement?.textContent?.slice(0, 10);

async function start(Story: () => React.ReactElement) {
  const user = userEvent.setup();
  render(<Story />);
  await waitFor(() => expect(open()).toHaveLength(1));
  return user;
}

test('opens the oldest report with its evidence, and links the reporter to the customer', async () => {
  await start(stories.Queue);
  expect([opened(), rows()]).toEqual(['589bff398e', 3]);
  screen.getByText('2 other reports of this hash in 90 days, by 2 other customers');
  screen.getByText('In 24 hours: 2,310 hits by 41 keys');
  screen.getByText('12 reports: 9 removed, 2 kept');
  screen.getByText('Good record');
  const reporter = screen.getByRole('link', { name: 'postmaster@example.com' });
  expect(reporter.getAttribute('href')).toBe('/admin/users/0197a000-0000-7000-8000-000000000001');
});

test('judges three reports by keyboard alone, each time with the next one under the keys', async () => {
  const user = await start(stories.Queue);
  await user.keyboard('r');
  await waitFor(() => expect(opened()).toBe('c0ffee1234'));
  expect(focused()).toBe('c0ffee1234');
  expect(decisions()).toContain('589bff398e… is being removed from 2 hosts.');
  await user.keyboard('e');
  await user.keyboard('Marked as spam elsewhere.');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(opened()).toBe('0badcafe77'));
  await user.keyboard('aWho sends it?{Control>}{Enter}{/Control}');
  await screen.findByText('Nothing to judge');
  expect(verdicts()).toEqual([
    { version: 1, verdict: 'remove', reason: '' },
    { version: 1, verdict: 'keep', reason: 'Marked as spam elsewhere.' },
    { version: 1, verdict: 'ask', reason: 'Who sends it?' },
  ]);
});

test('steps with j and k, and judges what is open', async () => {
  const user = await start(stories.Queue);
  await user.keyboard('jj');
  expect([opened(), focused()]).toEqual(['0badcafe77', '0badcafe77']);
  await user.keyboard('k');
  expect(opened()).toBe('c0ffee1234');
});

test('demands a reason, and leaves the form with Escape without a verdict', async () => {
  const user = await start(stories.Queue);
  await user.keyboard('e{Control>}{Enter}{/Control}');
  screen.getByText('Say why, for the reporter.');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect([focused(), verdicts()]).toEqual(['589bff398e', []]);
});

test('ignores a key that is held or pressed in the first moment of a report, since a removal has no undo', async () => {
  const user = await start(stories.Queue);
  const first = open()[0] ?? document.body;
  fireEvent.keyDown(first, { key: 'r', repeat: true });
  expect(verdicts()).toEqual([]);
  vi.mocked(performance.now).mockImplementation(() => 5);
  await user.keyboard('j');
  await user.keyboard('r');
  expect(verdicts()).toEqual([]);
});

test('sends one verdict however often the key is pressed', async () => {
  const user = await start(stories.Queue);
  vi.mocked(performance.now).mockImplementation(() => clock + 1000);
  await user.keyboard('rrr');
  await waitFor(() => expect(opened()).toBe('c0ffee1234'));
  expect(verdicts()).toHaveLength(1);
});

test('shows what another admin decided first, and continues with the next report', async () => {
  const user = await start(stories.TooLate);
  await user.keyboard('r');
  await waitFor(() => expect(opened()).toBe('c0ffee1234'));
  expect(decisions()).toBe('Another admin was first. 589bff398e… is kept: “A known campaign.”');
  await user.keyboard('r');
  await screen.findByText('The service is not available right now.');
  expect(opened()).toBe('c0ffee1234');
  await user.keyboard('r');
  await screen.findByText('Nothing to judge');
  expect(decisions()).toContain('no host stores it');
});

test('reads the next page before the list ends', async () => {
  await start(stories.NextPage);
  await waitFor(() => expect(rows()).toBe(3));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('offers no verdict for a report that is decided', async () => {
  const user = await start(stories.Decided);
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  await user.keyboard('r');
  expect(verdicts()).toEqual([]);
  screen.getByText(/2 of 2 hosts, 14:02:11 UTC/);
});

test('shows the question and its answer', async () => {
  const user = await start(stories.AskedBack);
  screen.getByText('No answer yet.');
  await user.keyboard('j');
  within(screen.getByRole('region', { name: 'Asked' })).getByText('Some did.');
});
