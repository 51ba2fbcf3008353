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

test.each([
  ['login', 'Log in to connect a device.'],
  ['signup', 'Create an account to connect a device.'],
] as const)('says on %s that a device waits, when its page led there', (tab, text) => {
  expect(subtitleOf(tab, '/oauth2/device?user_code=BCDF-GHJK')).toBe(text);
  expect(subtitleOf(tab, '/oauth2/device')).toBe(text);
  expect(subtitleOf(tab, '/oauth2/devices')).not.toBe(text);
});
