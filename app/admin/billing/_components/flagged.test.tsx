import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Empty, Failed, Full, Loading, MoreThanListed } from './flagged.stories.tsx';

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading billing...');
});

test('shows an error if loading fails', async () => {
  render(<Failed />);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load billing.');
});

test('says that there is nothing to do', async () => {
  render(<Empty />);
  await screen.findByText('No open issues');
});

test('says what to do about a problem', async () => {
  render(<Full />);
  await screen.findByText('Answer the dispute in Stripe.');
  expect(screen.getByRole('table').textContent).toContain('1 to look at');
});

test('counts all problems, even if only the newest are listed', async () => {
  render(<MoreThanListed />);
  const table = await screen.findByRole('table');
  expect(table.querySelector('caption')?.textContent).toBe('1,200 to look at, the newest 1 are shown');
});
