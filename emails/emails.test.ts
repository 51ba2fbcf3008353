import { describe, expect, test } from 'vitest';
import * as deleted from './account/account-deleted.ts';
import * as recovered from './account/account-recovered.ts';
import * as blocked from './account/blocked.ts';
import * as confirm from './email-address/confirm-new-email.ts';
import * as card from './billing/card-expiring.ts';
import * as requested from './email-address/email-change-requested.ts';
import * as undone from './email-address/email-change-undone.ts';
import * as emailChanged from './email-address/email-changed.ts';
import * as taken from './email-address/email-taken.ts';
import { renderMail } from './parts/render-mail.ts';
import * as keyRotated from './keys/key-rotated.ts';
import * as silent from './keys/key-silent.ts';
import * as changed from './sign-in/password-changed.ts';
import * as voided from './sign-in/password-voided.ts';
import * as payment from './billing/payment-failed.ts';
import * as reset from './sign-in/reset-password.ts';
import * as signIn from './sign-in/sign-in-changed.ts';
import * as ended from './billing/subscription-ended.ts';
import * as ending from './billing/subscription-ending.ts';
import * as limit from './keys/usage-limit.ts';
import * as token from './keys/usage-token-created.ts';
import * as device from './sign-in/new-device.ts';
import * as verify from './account/verify-email.ts';
import * as welcome from './account/welcome.ts';

const MAILS = {
  verify_email: [verify.verifyEmail(verify.sample), verify.sample.url],
  email_taken: [taken.emailTaken(taken.sample), taken.sample.loginUrl],
  reset_password: [reset.resetPassword(reset.sample), reset.sample.url],
  password_changed: [changed.passwordChanged(changed.sample), changed.sample.loginUrl],
  password_voided: [voided.passwordVoided(voided.sample), voided.sample.url],
  sign_in_changed: [signIn.signInChanged(signIn.sample), signIn.sample.accountUrl],
  confirm_new_email: [confirm.confirmNewEmail(confirm.sample), confirm.sample.url],
  email_change_requested: [requested.emailChangeRequested(requested.sample), requested.sample.accountUrl],
  email_changed: [emailChanged.emailChanged(emailChanged.sample), emailChanged.sample.undoUrl],
  email_changed_by_admin: [emailChanged.emailChanged({ ...emailChanged.sample, undoUrl: null }), null],
  email_change_undone: [undone.emailChangeUndone(undone.sample), null],
  key_silent: [silent.keySilent(silent.sample), silent.sample.setupUrl],
  usage_near_limit: [limit.usageLimit(limit.sample), limit.sample.dashboardUrl],
  usage_limit_reached: [limit.usageLimit({ ...limit.sample, isReached: true }), limit.sample.dashboardUrl],
  key_rotated: [keyRotated.keyRotated(keyRotated.sample), keyRotated.sample.setupUrl],
  account_recovered: [recovered.accountRecovered(recovered.sample), recovered.sample.url],
  new_device: [device.newDevice(device.sample), device.sample.accountUrl],
  usage_token_created: [token.usageTokenCreated(token.sample), token.sample.accountUrl],
  account_deleted: [deleted.accountDeleted(deleted.sample), null],
  account_deleted_by_admin: [deleted.accountDeleted({ ...deleted.sample, byOwner: false }), null],
  blocked: [blocked.blocked(blocked.sample), null],
  welcome: [welcome.welcome(welcome.sample), welcome.sample.setupUrl],
  payment_failed: [payment.paymentFailed(payment.sample), payment.sample.url],
  first_payment_failed: [payment.firstPaymentFailed(payment.sample), payment.sample.url],
  subscription_ended: [ended.subscriptionEnded(ended.sample), ended.sample.url],
  subscription_stopped: [ended.subscriptionEnded({ ...ended.sample, isOver: false }), ended.sample.url],
  subscription_ending: [ending.subscriptionEnding(ending.sample), ending.sample.url],
  card_expiring: [card.cardExpiring(card.sample), card.sample.url],
} as const;

describe.each(Object.entries(MAILS))('%s', (_name, [mail, link]) => {
  test('has a one-line subject, and its link, if any, in HTML and text', () => {
    expect(mail.subject).toMatch(/^\S.{5,80}\S$/);
    if (link === null) return expect(mail.html).not.toContain('href=');
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });

  test('loads no resources and runs no script', () => {
    expect(mail.html).not.toMatch(/<script|<img|<link|url\(|@import|javascript:/i);
  });
});

test('escapes text that people typed (S40)', () => {
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

test.each([
  ['new_device', device.newDevice(device.sample), device.newDevice({ ...device.sample, isFormerAddress: true })],
  [
    'sign_in_changed',
    signIn.signInChanged(signIn.sample),
    signIn.signInChanged({ ...signIn.sample, isFormerAddress: true }),
  ],
  [
    'password_changed',
    changed.passwordChanged(changed.sample),
    changed.passwordChanged({ ...changed.sample, isFormerAddress: true }),
  ],
  [
    'usage_token_created',
    token.usageTokenCreated(token.sample),
    token.usageTokenCreated({ ...token.sample, isFormerAddress: true }),
  ],
])('%s tells a former address how to get the account back', (_name, own, former) => {
  expect(own.text).not.toContain('72 hours');
  expect(former.text).toContain('the account had your address until less than 72 hours ago');
  expect(former.text).toContain('open the link in our mail about that change');
});

test('names the login factors and usage tokens that survive a change of password', () => {
  const { text } = changed.passwordChanged(changed.sample);
  expect(text).toContain('connected applications have to ask you again');
  expect(text).toContain('the authenticator app and its recovery codes and the passkey “Firefox 145 on Linux”');
  expect(text).toContain('Usage tokens go on reading your usage: “Grafana”.');
  const bare = { ...changed.sample, factors: { authenticator: false, passkeys: [] }, usageTokens: [] };
  expect(changed.passwordChanged(bare).text).not.toMatch(/still use|Usage tokens/);
});

test('says that usage tokens have ended after a reset', () => {
  const { text } = changed.passwordChanged({ ...changed.sample, how: 'reset', usageTokens: [] });
  expect(text).toContain('usage tokens have ended');
});

test('says which login factors a recovery removed and which it kept', () => {
  const { text } = recovered.accountRecovered(recovered.sample);
  expect(text).toContain(
    'We removed what was added since the change was asked for: the authenticator app and its recovery codes and the passkey “Chrome 142 on Windows”.',
  );
  expect(text).toContain('What was there before stays: the passkey “Firefox 145 on Linux”.');
  const nothing = { authenticator: false, passkeys: [] };
  expect(recovered.accountRecovered({ ...recovered.sample, removed: nothing, kept: nothing }).text).toContain(
    'No passkey and no authenticator app had been added',
  );
});
