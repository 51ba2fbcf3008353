import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Empty, Failed, Forbidden, Full, Loading } from './servers.stories.tsx';
import { texts } from './texts.ts';

test('says that the table is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('table', { name: 'Storage servers' }).getAttribute('aria-busy')).toBe('true');
});

test('shows why loading failed', async () => {
  render(<Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(texts.loadFailed);
  expect(alert.textContent).toContain('The service is not available right now.');
});

test('tells a non-admin only that they may not see the servers', async () => {
  render(<Forbidden />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(texts.forbidden);
  expect(alert.textContent).not.toContain('Admins only.');
});

test('says that there are no servers', async () => {
  render(<Empty />);
  await screen.findByText('No storage servers');
  expect(screen.queryByRole('table')).toBeNull();
});

test('shows whether each server reports, and opens an action from its menu', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await screen.findByText('fuzzy1');
  const [, first, second] = screen.getAllByRole('row');
  if (!first || !second) throw new Error('Two servers were expected');
  await waitFor(() => expect(first.textContent).toContain('Never'));
  await waitFor(() => expect(second.textContent).toContain('Silent'));
  await user.click(within(first).getByRole('button', { name: 'Actions for fuzzy1' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove' }));
  expect(screen.getByRole('alertdialog').textContent).toContain('fuzzy1');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(within(first).getByRole('button', { name: 'Actions for fuzzy1' }));
});
