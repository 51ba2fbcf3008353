import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveFile } from '#components/ui/actions/save-file.ts';
import { sent } from '#components/stories/stub-server.tsx';
import { CoOwner, Full, HasCancelledPlan, HasPlan, NotFresh, Subscribed } from './data.stories.tsx';

vi.mock('#components/ui/actions/save-file.ts', () => ({ saveFile: vi.fn<typeof saveFile>() }));
beforeEach(() => vi.mocked(saveFile).mockClear());

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));
const question = () => within(screen.getByRole('alertdialog', { name: 'Delete your account?' }));
const confirm = () => question().getByRole<HTMLButtonElement>('button', { name: 'Delete account' });

async function openDeletion(user: UserEvent) {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete account' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await user.click(button);
}

test('downloads the data as a JSON file named after the product and the day', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await press(user, 'Download my data');
  await screen.findByText('Your data has been downloaded.');
  const [name, text, type] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect([name, type]).toEqual(['rspamd-premium-data-2026-01-15.json', 'application/json']);
  expect(JSON.parse(text ?? '')).toEqual({ exported_at: '2026-01-15T08:30:00.000Z', profile: {} });
});

test('asks for password and code when the login is not fresh, then continues the download', async () => {
  const user = userEvent.setup();
  render(<NotFresh />);
  await press(user, 'Download my data');
  await user.type(await screen.findByLabelText('Password'), 'secret{Enter}');
  await screen.findByText('The password is incorrect.');
  await press(user, 'Confirm');
  const code = await screen.findByRole('textbox', { name: 'Authentication code' });
  expect(document.activeElement).toBe(code);
  await user.type(code, '123456{Enter}');
  await screen.findByText('Your data has been downloaded.');
  expect(saveFile).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Download my data' }));
});

test('deletes the account only after its email address is typed', async () => {
  const user = userEvent.setup();
  render(<Full />);
  await openDeletion(user);
  await user.type(question().getByRole('textbox'), 'somebody@example.com');
  expect(confirm().disabled).toBe(true);
  await user.clear(question().getByRole('textbox'));
  await user.type(question().getByRole('textbox'), 'ada@example.com');
  await user.click(confirm());
  const done = within(await screen.findByRole('dialog', { name: 'Your account is deleted' }));
  expect(done.getByRole('link', { name: 'Go to home' }).getAttribute('href')).toBe('/');
  expect(sent.at(-1)).toMatchObject({ request: 'DELETE /account/api', body: { email: 'ada@example.com' } });
});

test('asks to cancel a plan before the account can be deleted', async () => {
  render(<HasPlan />);
  await screen.findByText('Cancel your Starter plan first. You can delete the account once the plan has ended.');
  expect(screen.getByRole('link', { name: 'Cancel plan' }).getAttribute('href')).toBe('/plan?cancel=1');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account' }).disabled).toBe(true);
});

test('lets an owner go whose plan stays with another owner, and says so', async () => {
  render(<CoOwner />);
  await screen.findByText(/This account stays with its owners/);
  expect(screen.queryByText(/^Cancel your/)).toBeNull();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Delete account' }).hasAttribute('disabled')).toBe(false),
  );
});

test('names the day after which the account can be deleted if the plan is already cancelled', async () => {
  render(<HasCancelledPlan />);
  await screen.findByText('Your Starter plan ends on 1 December 2026. You can delete the account after that.');
  expect(screen.queryByRole('link', { name: 'Cancel plan' })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account' }).disabled).toBe(true);
});

test('says that a subscription must end before the deletion, and links to billing', async () => {
  const user = userEvent.setup();
  render(<Subscribed />);
  await openDeletion(user);
  await user.type(question().getByRole('textbox'), 'ada@example.com{Enter}');
  await question().findByText(/Your account has a subscription that has not ended\./);
  expect(question().getByRole('link', { name: 'Manage Billing' }).getAttribute('href')).toBe('/billing');
});

test('deletes nothing when the password dialog is closed', async () => {
  const user = userEvent.setup();
  render(<NotFresh />);
  await openDeletion(user);
  await user.type(question().getByRole('textbox'), 'ada@example.com{Enter}');
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(confirm().disabled).toBe(false));
  expect(screen.queryByRole('dialog', { name: 'Your account is deleted' })).toBeNull();
  expect(sent.filter(({ request }) => request === 'DELETE /account/api')).toHaveLength(1);
});
