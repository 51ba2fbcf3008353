import { describe, expect, test } from 'vitest';
import * as taken from './email-taken.ts';
import { renderMail } from './html.ts';
import * as changed from './password-changed.ts';
import * as reset from './reset-password.ts';
import * as verify from './verify-email.ts';

const MAILS = {
  verify_email: [verify.verifyEmail(verify.sample), verify.sample.url],
  email_taken: [taken.emailTaken(taken.sample), taken.sample.loginUrl],
  reset_password: [reset.resetPassword(reset.sample), reset.sample.url],
  password_changed: [changed.passwordChanged(changed.sample), changed.sample.loginUrl],
} as const;

describe.each(Object.entries(MAILS))('%s', (_name, [mail, link]) => {
  test('has a subject of one line, and its link in both forms', () => {
    expect(mail.subject).toMatch(/^\S.{5,80}\S$/);
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });

  test('loads nothing and runs nothing', () => {
    expect(mail.html).not.toMatch(/<script|<img|<link|url\(|@import|javascript:/i);
  });
});

test('S40 text of people never becomes markup', () => {
  const mail = renderMail({
    subject: 's',
    heading: '<b>x</b>',
    intro: `"'&<`,
    action: { label: '<i>', url: 'https://x/"><script>' },
    outro: '',
  });
  expect(mail.html).not.toMatch(/<b>|<i>|<script/);
  expect(mail.html).toContain('&lt;b&gt;x&lt;/b&gt;');
});
