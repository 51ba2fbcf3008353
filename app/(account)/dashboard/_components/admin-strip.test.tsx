import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Attention } from '#lib/admin/overview.ts';
import { AdminStrip, AttentionList } from './admin-strip.tsx';

const NONE = { total: 0, total_is_capped: false };
const QUIET: Attention = {
  pastDue: { subscriptions: 0, monthlyPence: 0 },
  overLimit: NONE,
  silentKeys: NONE,
  spreadKeys: NONE,
  silentServers: [],
  failedJobs: NONE,
  leaving: { subscriptions: 0, monthlyPence: 0 },
  billing: NONE,
};
const show = (attention: Attention | null) =>
  render(
    <AdminStrip>
      <AttentionList attention={attention} />
    </AdminStrip>,
  );
const links = () =>
  screen.getAllByRole<HTMLAnchorElement>('link').map((link) => [link.textContent, link.getAttribute('href')]);

test('links what needs attention to its entries of the inbox, and leaves out what does not', () => {
  show({
    ...QUIET,
    pastDue: { subscriptions: 2, monthlyPence: 5000 },
    overLimit: { total: 1, total_is_capped: false },
    silentKeys: { total: 1000, total_is_capped: true },
    silentServers: ['fuzzy1'],
  });
  expect(links()).toEqual([
    ['2 subscriptions past due', '/admin/overview?kind=past_due'],
    ['1 key over the limit', '/admin/overview?kind=over'],
    ['1,000+ silent keys', '/admin/overview?kind=silent'],
    ['1 silent host', '/admin/overview?kind=hosts'],
    ['Open the overview', '/admin/overview'],
  ]);
});

test('says that nothing needs attention', () => {
  show(QUIET);
  screen.getByText('Nothing needs attention.');
  expect(links()).toEqual([['Open the overview', '/admin/overview']]);
});

test('still leads to the overview if nothing could be counted', () => {
  show(null);
  screen.getByText('What needs attention could not be counted.');
  expect(links()).toEqual([['Open the overview', '/admin/overview']]);
});
