import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AtTheLimit, Empty, Failed, Loading } from './usage-tokens.stories.tsx';

const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading your usage tokens...');
  expect(screen.queryByRole('table')).toBeNull();
});

test('shows an error with Retry if loading fails', async () => {
  render(<Failed />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load your usage tokens. The service is not available right now.');
  within(alert).getByRole('button', { name: 'Retry' });
});

test('says that there are no usage tokens', async () => {
  render(<Empty />);
  await screen.findByText('No usage tokens');
  expect(screen.queryByRole('table')).toBeNull();
});

test('shows why a name was refused, then shows the new token once', async () => {
  const user = userEvent.setup();
  render(<Empty />);
  await user.click(await screen.findByRole('button', { name: 'Create Token' }));
  await user.keyboard('prometheus{Enter}');
  await screen.findByText('Choose another name.');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Token “prometheus”' });
  within(dialog).getByText('rsp_a1b2c3d4e5');
  await user.click(within(dialog).getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByText('rsp_a1b2c3d4e5')).toBeNull();
  expect(rows()).toEqual(['prometheus']);
});

test('disables the button at the limit of five tokens', async () => {
  const user = userEvent.setup();
  render(<AtTheLimit />);
  const create = await screen.findByRole('button', { name: 'Create Token' });
  expect(create.getAttribute('aria-disabled')).toBe('true');
  await user.click(create);
  expect(screen.queryByRole('dialog')).toBeNull();
});
