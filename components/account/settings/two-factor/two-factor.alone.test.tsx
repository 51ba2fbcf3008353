import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { saveFile } from '#components/ui/actions/save-file.ts';
import { sent } from '#components/stories/stub-server.tsx';
import { FewCodes, Failed, Loading, On, SettingUp, TurningOff } from './two-factor.stories.tsx';

vi.mock('#components/ui/actions/save-file.ts', () => ({ saveFile: vi.fn<typeof saveFile>() }));

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));
const written = () => sent.filter(({ request }) => request.startsWith('POST'));
const codesShown = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'Save your recovery codes' });
  return within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};
const prove = async (user: UserEvent) => user.type(await screen.findByLabelText('Password'), 'secret');

test('announces that it is loading', () => {
  render(<Loading />);
  expect(screen.getByRole('status').textContent).toBe('Loading your two-factor login...');
});

test('shows an error, and Retry loads the settings', async () => {
  const user = userEvent.setup();
  render(<Failed />);
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your two-factor login.');
  await press(user, 'Retry');
  await screen.findByRole('button', { name: 'Set up' });
});

test('turns two-factor on with the password and a correct code, then shows ten recovery codes', async () => {
  const user = userEvent.setup();
  render(<SettingUp />);
  await press(user, 'Set up');
  await prove(user);
  await press(user, 'Continue');
  await screen.findByRole('img', { name: 'QR code for your authenticator app' });
  screen.getByText('JBSW Y3DP EHPK 3PXP');
  await press(user, 'Turn on');
  await screen.findByText('Please enter the code from your app.');
  await user.type(screen.getByRole('textbox', { name: '6-digit code' }), '000000{Enter}');
  await screen.findByText('The code is incorrect.');
  await press(user, 'Turn on');
  const codes = await codesShown();
  expect(codes).toHaveLength(10);
  await press(user, 'Download recovery-codes.txt');
  expect(vi.mocked(saveFile).mock.calls[0]?.slice(0, 2)).toEqual(['recovery-codes.txt', `${codes.join('\n')}\n`]);
  await user.keyboard('{Escape}');
  await press(user, 'Back to the codes');
  await press(user, 'I have saved them');
  screen.getByText('10 of 10 left');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Turn off' })));
});

test('creates new recovery codes after a confirmation', async () => {
  const user = userEvent.setup();
  render(<On />);
  await press(user, 'New codes');
  await press(user, 'Create new codes');
  expect(await codesShown()).toContain('B0AAA-BBBBB');
  await press(user, 'I have saved them');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New codes' })));
});

test('asks for password and code before it turns two-factor off', async () => {
  const user = userEvent.setup();
  render(<TurningOff />);
  await press(user, 'Turn off');
  await prove(user);
  await user.type(screen.getByRole('textbox', { name: 'Authentication code' }), '123456');
  await press(user, 'Turn off');
  await screen.findByText('Two-factor login is off.');
  expect(written()).toEqual([
    { request: 'POST /login/again', body: { password: 'secret', code: '123456' } },
    { request: 'POST /account/api/two-factor/disable', body: {} },
  ]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Set up' })));
});

test('warns when few recovery codes are left', async () => {
  render(<FewCodes />);
  await screen.findByText('Create new recovery codes before you run out.');
});
