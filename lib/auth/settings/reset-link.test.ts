import { expect, test } from 'vitest';
import { judgeResetLink } from './reset-link.ts';

const good = { email: 'you@example.com', token: '0123456789', forgot: '1' };
const MISSING = 'Invalid or missing reset link. Please request a new password reset.';

test.each([
  [{}, MISSING],
  [{ ...good, email: undefined }, MISSING],
  [{ ...good, token: undefined }, MISSING],
  [{ ...good, forgot: '2' }, MISSING],
  [{ ...good, email: 'you' }, 'Invalid email address in reset link.'],
  [{ ...good, token: '012345678' }, 'Invalid reset token. Please request a new password reset.'],
])('refuses the link %j: %s', (query, error) => expect(judgeResetLink(query)).toEqual({ error }));

test('accepts a link with an email, a token of ten characters and forgot=1', () =>
  expect(judgeResetLink(good)).toEqual({ email: good.email, token: good.token }));
