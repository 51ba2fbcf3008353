import { describe, expect, test } from 'vitest';
import * as deleted from './account-deleted.ts';
import * as blocked from './blocked.ts';
import * as confirm from './confirm-new-email.ts';
import * as requested from './email-change-requested.ts';
import * as undone from './email-change-undone.ts';
import * as emailChanged from './email-changed.ts';
import * as taken from './email-taken.ts';
import { renderMail } from './html.ts';
import * as changed from './password-changed.ts';
import * as reset from './reset-password.ts';
import * as signIn from './sign-in-changed.ts';
import * as verify from './verify-email.ts';

const MAILS = {
  verify_email: [verify.verifyEmail(verify.sample), verify.sample.url],
  email_taken: [taken.emailTaken(taken.sample), taken.sample.loginUrl],
  reset_password: [reset.resetPassword(reset.sample), reset.sample.url],
  password_changed: [changed.passwordChanged(changed.sample), changed.sample.loginUrl],
  sign_in_changed: [signIn.signInChanged(signIn.sample), signIn.sample.accountUrl],
  confirm_new_email: [confirm.confirmNewEmail(confirm.sample), confirm.sample.url],
  email_change_requested: [requested.emailChangeRequested(requested.sample), requested.sample.accountUrl],
  email_changed: [emailChanged.emailChanged(emailChanged.sample), emailChanged.sample.undoUrl],
  email_change_undone: [undone.emailChangeUndone(undone.sample), null],
  account_deleted: [deleted.accountDeleted(deleted.sample), null],
  blocked: [blocked.blocked(blocked.sample), null],
} as const;

describe.each(Object.entries(MAILS))('%s', (_name, [mail, link]) => {
  test('has a subject of one line, and its link, if any, in both forms', () => {
    expect(mail.subject).toMatch(/^\S.{5,80}\S$/);
    if (link === null) return expect(mail.html).not.toContain('href=');
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
