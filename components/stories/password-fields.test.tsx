/** Checks every form with a password for pasting and for password managers (S7). */
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { TwoFactorSetupDialog } from '#components/account/settings/two-factor/two-factor-setup-dialog.tsx';
import { ResetPassword } from '#app/(auth)/reset-password/_components/reset-password.tsx';
import { CreateUserDialog } from '#app/admin/_components/users/dialogs/create-user-button.tsx';
import { EditUserForm } from '#app/admin/_components/users/edit/edit-user-form.tsx';
import { ChangePasswordDialog } from '#components/users/change-password-button.tsx';
import { FreshLoginDialog } from '#components/users/fresh-login-dialog.tsx';
import { AccessDialog } from '#components/users/login/access-dialog.tsx';
import { AccessPanel } from '#components/users/login/access-panel.tsx';
import { SecondFactorForm } from '#components/users/login/second-factor-form.tsx';
import type { UserStatusView } from '#lib/billing/views.ts';
import type { AdminUserView } from '#lib/users/views.ts';
import { ok, StubServer } from './stub-server.tsx';

const PASTED = 'Paßwort mit Leer  zeichen-7';
const EMAIL = 'ada@example.com';
const nothing = () => undefined;

const STATUS: UserStatusView = {
  has_subscription: false,
  is_manual: false,
  plan: { product: null, quantity: 0, status: null, key: null, ends_at: null, key_is_off: false, forbidden_flags: [] },
  usage_limit: { daily: null, emails: null, source: 'none' },
  email: EMAIL,
  is_admin: false,
};
const USER: AdminUserView = {
  id: '00000000-0000-7000-8000-000000000000',
  email: EMAIL,
  email_verified: true,
  is_admin: false,
  country: null,
  has_stripe: false,
  custom_limits: { daily_limit: null, is_blocked: false, custom_key: null, notes: null },
  subscriptions: [],
  plan: null,
  version: 1,
  has_password: true,
  has_two_factor: false,
  blocked_at: null,
  created_at: '2026-01-01T00:00:00Z',
  last_seen_at: null,
};

type Place = {
  name: string;
  screen: () => ReactNode;
  prepare?: (user: UserEvent) => Promise<void>;
  /** `autocomplete` of each field, by label */
  fields: Record<string, string>;
  /** the value of the form's username field, if it is known */
  username?: string;
};
const PLACES: Place[] = [
  {
    name: 'login',
    screen: () => <AccessPanel initialTab="login" />,
    fields: { Email: 'username webauthn', Password: 'current-password' },
  },
  {
    name: 'login dialog',
    screen: () => <AccessDialog tab="login" opener={document.body} onClose={nothing} />,
    fields: { Email: 'username webauthn', Password: 'current-password' },
  },
  {
    name: 'sign-up',
    screen: () => <AccessPanel initialTab="signup" />,
    fields: { Email: 'username', Password: 'new-password', 'Confirm password': 'new-password' },
  },
  {
    name: 'password reset',
    screen: () => <ResetPassword email={EMAIL} token="0123456789ab" errorText={undefined} />,
    fields: { 'New password': 'new-password', 'Confirm new password': 'new-password' },
    username: EMAIL,
  },
  {
    name: 'password change',
    screen: () => <ChangePasswordDialog onClose={nothing} />,
    fields: {
      'Current password': 'current-password',
      'New password': 'new-password',
      'Confirm new password': 'new-password',
    },
    username: EMAIL,
  },
  {
    name: 'fresh login',
    screen: () => <FreshLoginDialog onProven={nothing} onClose={nothing} />,
    fields: { Password: 'current-password' },
    username: EMAIL,
  },
  {
    name: 'user created by an admin',
    screen: () => <CreateUserDialog onClose={nothing} />,
    fields: { Email: 'username', Password: 'new-password' },
  },
  {
    name: 'password reset by an admin',
    screen: () => <EditUserForm user={USER} onDiscard={nothing} onClose={nothing} />,
    prepare: (user) => user.click(screen.getByRole('switch', { name: 'Reset password' })),
    fields: { 'New password': 'new-password' },
    username: EMAIL,
  },
];

const serve = (children: ReactNode) =>
  render(<StubServer answers={{ 'GET /userstatus': ok(STATUS) }}>{children}</StubServer>);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true });
const usernames = () => [
  ...document.querySelectorAll<HTMLInputElement>('form:has([autocomplete$="-password"]) [autocomplete~="username"]'),
];

describe.each(PLACES)('$name', ({ screen: show, prepare, fields, username }) => {
  const open = async () => {
    const user = userEvent.setup();
    serve(show());
    await prepare?.(user);
    return user;
  };

  test('can be filled in by a password manager, with one username (S7)', async () => {
    await open();
    for (const [label, autocomplete] of Object.entries(fields))
      expect(field(label).getAttribute('autocomplete'), label).toBe(autocomplete);
    await waitFor(() => expect(usernames()).toHaveLength(1));
    if (username) expect(usernames()[0]?.value).toBe(username);
  });

  test.each(Object.keys(fields).filter((label) => /password/i.test(label)))(
    'lets a password be pasted and shown, and cuts nothing off: %s (S5, S7)',
    async (label) => {
      const user = await open();
      expect(field(label).type).toBe('password');
      expect(field(label).getAttribute('maxlength')).toBeNull();
      await user.click(field(label));
      await user.paste(PASTED);
      expect(field(label).value).toBe(PASTED);
      const button = screen.getByRole('button', { name: `Show ${label.toLowerCase()}` });
      await user.click(button);
      expect([button.getAttribute('aria-pressed'), field(label).type, field(label).value]).toEqual([
        'true',
        'text',
        PASTED,
      ]);
    },
  );
});

test('tells password managers the email address in the second step of a login (S7)', async () => {
  const user = userEvent.setup();
  render(
    <StubServer answers={{ 'POST /login/email': ok({ status: 'totp_required' }) }}>
      <AccessPanel initialTab="login" />
    </StubServer>,
  );
  await user.type(field('Email'), EMAIL);
  await user.type(field('Password'), 'secret{Enter}');
  const form = (await screen.findByLabelText('Code')).closest('form') ?? document.body;
  expect(form.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe(EMAIL);
});

test('marks code fields as one-time codes, so that phones and password managers fill them in (S7)', async () => {
  const { unmount } = serve(<SecondFactorForm />);
  expect(field('Code').getAttribute('autocomplete')).toBe('one-time-code');
  unmount();
  const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/a', qr: '' };
  serve(<TwoFactorSetupDialog secret={secret} opener={null} onEnabled={async () => {}} onClose={nothing} />);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByLabelText('6-digit code').getAttribute('autocomplete')).toBe('one-time-code');
});
