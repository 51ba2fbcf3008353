import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OAuthScope } from '#lib/oauth/scopes.ts';
import { WhoAsks } from './who-asks.tsx';

const show = (...scopes: OAuthScope[]) => showOf(null, ...scopes);
const showOf = (unknownFrom: string | null, ...scopes: OAuthScope[]) =>
  render(
    <WhoAsks
      request={{
        uid: 'abc',
        client: { name: 'Helpdesk', isPublic: false },
        unknownFrom,
        redirectHost: 'help.example',
        wantsAccount: false,
        hasPkce: true,
        scopes,
      }}
    />,
  );
const asked = () => screen.getAllByRole('definition').map((one) => one.textContent);

test('says in a sentence what an application learns about the subscription (S68)', () => {
  show('openid', 'subscription', 'groups');
  expect(asked().slice(1)).toEqual([
    'Verify your identity',
    'Access subscriptionYour plan, whether it is paid, and the date when it ends or renews. No prices, cards or invoices.',
    'Access groupsWhether you are a subscriber, and the name of your plan.',
  ]);
});

test('lists the other scopes without a sentence', () => {
  show('openid', 'email', 'profile');
  expect(asked().slice(1)).toEqual([
    'Verify your identity',
    'Access your email address',
    'Access your basic profile information',
  ]);
});

test('says that an application is unknown, and where it is described (S90)', () => {
  showOf('app.example', 'openid');
  screen.getByText('Unknown');
  screen.getByText('This app describes itself at app.example and is not known to Rspamd Premium.');
});

test('says that an application registered itself (S90)', () => {
  showOf('', 'openid');
  screen.getByText('This app registered itself and is not known to Rspamd Premium.');
});

test('does not say so of an application that an admin registered', () => {
  show('openid');
  expect(screen.queryByText(/not known to|Unknown/)).toBeNull();
});
