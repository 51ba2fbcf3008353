import { expect, test } from 'vitest';
import { subtitleOf } from './access-panel.tsx';

test.each([
  [undefined, 'Create an account. You choose a plan afterwards.'],
  ['/buy?small=1', 'Create an account to buy Starter.'],
  ['/buy/choose?small=1', 'Create an account to buy Starter.'],
  ['/oauth2/authorize?client_id=mail', 'Create an account.'],
])('says on Sign Up what follows, with the return URL %s', (returnUrl, text) => {
  expect(subtitleOf('signup', returnUrl)).toBe(text);
});
