import { expect, test } from 'vitest';
import { ChangePasswordForm, LoginForm, ResetPasswordForm, SignUpForm } from './form-schemas.ts';

const COMPOSED = 'Gr\u00fcne-Pferde-77';
const DECOMPOSED = COMPOSED.normalize('NFD');
const email = 'you@BÜCHER.example';

test('compares passwords in their normal form (S89)', () => {
  const repeated = { password: COMPOSED, confirm_password: DECOMPOSED };
  expect(SignUpForm.safeParse({ email, ...repeated }).success).toBe(true);
  expect(ResetPasswordForm.safeParse(repeated).success).toBe(true);
  const change = { current_password: 'Correct-Horse-7', new_password: COMPOSED, confirm_password: DECOMPOSED };
  expect(ChangePasswordForm.safeParse(change).success).toBe(true);
  const same = ChangePasswordForm.safeParse({ ...change, current_password: DECOMPOSED });
  expect(same.error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['new_password'], 'New password must be different from current password'],
  ]);
});

test('counts the characters of a password in its normal form (S5, S89)', () => {
  const eleven = 'Abcdefgh1-\u00e9'.normalize('NFD');
  expect(eleven).toHaveLength(12);
  const repeated = { password: eleven, confirm_password: eleven };
  for (const form of [SignUpForm, ResetPasswordForm])
    expect(form.safeParse({ email, ...repeated }).success).toBe(false);
});

test('sends the password as it was typed, and the address as it is stored', () => {
  expect(LoginForm.parse({ email, password: DECOMPOSED })).toEqual({
    email: 'you@xn--bcher-kva.example',
    password: DECOMPOSED,
  });
});
