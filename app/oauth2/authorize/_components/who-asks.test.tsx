import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OAuthScope } from '#lib/oauth/scopes.ts';
import { WhoAsks } from './who-asks.tsx';

const show = (
  scopes: OAuthScope[],
  { isOnDevice = false, unknownFrom = null as string | null, account = null as string | null, tellsRole = false } = {},
) =>
  render(
    <WhoAsks
      email="ada@example.com"
      request={{
        page: '/oauth2/authorize?interaction=abc',
        uid: 'abc',
        client: { name: 'Helpdesk', isPublic: false },
        unknownFrom,
        redirectHost: 'help.example',
        wantsAccount: false,
        needsTwoFactor: false,
        hasPkce: true,
        scopes,
        account,
        tellsRole,
        isOnDevice,
      }}
    />,
  );
const asked = () => screen.getAllByRole('definition').map((one) => one.textContent);

test('explains which data about the subscription an application gets (S68)', () => {
  show(['openid', 'subscription', 'groups']);
  expect(asked().slice(1)).toEqual([
    'Verify your identity',
    'Access subscriptionYour plan, whether it is paid, and the date when it ends or renews. No prices, cards or invoices.',
    'Access groupsWhether you are a subscriber, and the name of your plan.',
  ]);
});

test('names the account that the answer is about, and the role, where an application gets it', () => {
  show(['openid', 'groups'], { account: 'Example Ltd', tellsRole: true });
  expect(asked().at(-1)).toBe(
    'Access groupsWhether you are a subscriber, the name of your plan, and your role in the account. About the account Example Ltd.',
  );
});

test('shows the address that an application gets, and lists the other scopes without an explanation', () => {
  show(['openid', 'email', 'profile']);
  expect(asked().slice(1)).toEqual([
    'Verify your identity',
    'Access your email addressada@example.com',
    'Access your basic profile information',
  ]);
});

test('says that an application is unknown, and which host describes it (S92)', () => {
  show(['openid'], { unknownFrom: 'app.example' });
  screen.getByText('Unknown');
  screen.getByText('This app describes itself at app.example and is not known to Rspamd Premium.');
});

test('says that an application registered itself (S92)', () => {
  show(['openid'], { unknownFrom: '' });
  screen.getByText('This app registered itself and is not known to Rspamd Premium.');
});

test('shows no warning for an application that an admin registered', () => {
  show(['openid']);
  expect(screen.queryByText(/not known to|Unknown/)).toBeNull();
});

test('says that access goes to a device instead of a site, and warns about a device elsewhere', () => {
  show(['openid'], { isOnDevice: true });
  expect(asked().slice(0, 2)).toEqual([
    'help.example',
    'The device that shows your codeOnly authorize it if you started this on a device in front of you.',
  ]);
  expect(screen.queryByText('Sends you to')).toBeNull();
});
