import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AllEqual, Different, Failed, Loading, NeverRan } from './checks.stories.tsx';
import { isLate, resultOf } from './check-result.ts';

const rows = async () => (await screen.findAllByRole('row')).slice(1);

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading the billing checks...');
});

test('shows an error if loading fails', async () => {
  render(<Failed />);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the billing checks.');
});

test('says of each check before its first run that it never ran', async () => {
  render(<NeverRan />);
  expect((await rows()).map((row) => within(row).getByText('Never').textContent)).toHaveLength(3);
});

test('shows the compared counts of each check if nothing differs', async () => {
  render(<AllEqual />);
  const [verify, reconcile, sweep] = (await rows()).map(({ textContent }) => textContent);
  expect(reconcile).toContain('Nothing to repair');
  expect(reconcile).toContain('1,240 subscriptions at Stripe, 17 demo subscriptions not compared');
  expect(sweep).toContain('No event missed');
  expect(verify).toContain('No differences');
  expect(screen.queryByText('late')).toBeNull();
});

test('names the differences, how many more there are, and a check that did not run in time', async () => {
  render(<Different />);
  const [verify, reconcile, sweep] = (await rows()).map(({ textContent }) => textContent);
  expect(reconcile).toContain('3 repaired');
  expect(reconcile).toContain('2 missed events handled');
  expect(sweep).toContain('4 missed, handled now');
  expect(sweep).toContain('late');
  expect(verify).toContain('102 different');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^quantity of sub_/),
    expect.stringMatching(/^customer_unknown of cus_/),
    'and 100 more, which billing:verify prints',
  ]);
});

test('reports failures and remaining differences rather than repairs', () => {
  const counts = (...found: [string, number][]) => found.map(([what, count]) => ({ what, count, names: [] }));
  expect(resultOf('sweep', counts(['events', 3], ['failed', 1]))).toMatchObject({ tone: 'bad', text: '1 failed' });
  expect(resultOf('reconcile', counts(['mended', 3], ['left', 2], ['failed', 1]))).toMatchObject({
    tone: 'bad',
    text: '2 still different, 1 failed',
  });
});

test.each([
  ['sweep', 90, false],
  ['sweep', 130, true],
  ['reconcile', 25 * 60, false],
  ['verify', 27 * 60, true],
] as const)('says whether a %s that ran %i minutes ago is late: %s', (name, minutes, late) => {
  expect(isLate(name, new Date(0), new Date(minutes * 60_000))).toBe(late);
});
