import { expect, test } from 'vitest';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { sessionCookie } from './sign-in-session.ts';

useTestEnvironment({ APP_URL: 'https://premium.example' });

test('makes the cookie Secure with the __Host- prefix on https (S21)', () => {
  const [name, ...attributes] = sessionCookie('T').split('; ');
  expect(name).toBe('__Host-rspamd_premium_session=T');
  expect(attributes).toEqual(['Max-Age=2592000', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']);
});
