// @vitest-environment jsdom
import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { paths } from '#lib/base/paths.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import * as recovered from './account/account-recovered.ts';
import * as token from './keys/usage-token-created.ts';
import type { MailParts } from './parts/mail-parts.ts';
import { rendered, SAMPLES } from './samples.ts';
import * as device from './sign-in/new-device.ts';
import * as changed from './sign-in/password-changed.ts';
import * as signIn from './sign-in/sign-in-changed.ts';

const ALL: [string, MailParts][] = Object.values(SAMPLES).flatMap((mails) => Object.entries<MailParts>(mails));

/** The text that a reader sees in an email's HTML. */
function shownText(html: string): string {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  body.querySelectorAll('.preheader').forEach((hidden) => hidden.remove());
  body.querySelectorAll('td, th, p, h1, br, a').forEach((each) => each.after(' '));
  return body.textContent;
}
/** Words without the punctuation around them. */
const wordsOf = (text: string) =>
  text.split(/\s+/).flatMap((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || []);

test('has a sample of every template', async () => {
  const files = globSync('emails/{account,billing,email-address,keys,sign-in}/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const { sample, ...rest } = (await import(path.join(root, file))) as Template;
    for (const template of Object.values(rest).filter((each) => typeof each === 'function'))
      expect(
        ALL.map(([, parts]) => parts),
        file,
      ).toContainEqual(template(sample));
  }
});

test('names no address in a subject, which the audit log keeps', () => {
  for (const [name, { subject }] of ALL) expect(subject, name).not.toContain('@');
});
const root = path.resolve(import.meta.dirname, '..');
type Template = { sample: unknown } & { [name: string]: (props: unknown) => MailParts };

describe.each(ALL)('%s', (_name, parts) => {
  const mail = rendered(parts);
  const shown = shownText(mail.html);

  test('has a one-line subject, and its link, if any, in HTML and text', () => {
    expect(mail.subject).toMatch(/^\S.{5,80}\S$/);
    if (!parts.action) return expect(mail.html).not.toMatch(/href="(?!mailto:)/);
    const { url } = parts.action;
    expect(mail.text).toContain(`\n${url}\n`);
    expect(mail.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
  });

  test('says the same in HTML and in text, word by word', () => {
    expect(wordsOf(shown)).toEqual(wordsOf(mail.text));
  });

  test('has a hidden preheader that adds to the subject', () => {
    expect(mail.html).toMatch(
      /<body[^>]*>\s*<div\s+class="preheader"\s+style="display:none;max-height:0;overflow:hidden/,
    );
    const [, hidden] = /class="preheader"[^>]*>\s*([^&]+)&#847;&zwnj;/.exec(mail.html.replaceAll('&#39;', "'")) ?? [];
    expect(hidden).toBe(parts.preheader);
    expect(shown).not.toContain(parts.preheader);
    expect(parts.preheader).toMatch(/^\S.{20,88}[.]$/);
    const subject = wordsOf(parts.subject.toLowerCase());
    expect(wordsOf(parts.preheader.toLowerCase()).filter((word) => !subject.includes(word)).length).toBeGreaterThan(3);
    expect(mail.text).not.toContain(parts.preheader);
  });

  test('loads no resources and runs no script', () => {
    expect(mail.html).not.toMatch(/<script|<img|<link|url\(|@import|javascript:| src=/i);
  });

  test('breaks no date or time of its facts on a phone', () => {
    const values = (parts.figures ?? []).map(([, value]) => value);
    for (const time of values.flatMap((value) => value.match(/\d{4}-\d\d-\d\d( \d\d:\d\d UTC)?/g) ?? []))
      expect(mail.html).toContain(`<span style="white-space:nowrap">${time}</span>`);
  });

  test('names the seller', () => {
    for (const text of [shown, mail.text])
      expect(text).toContain('is sold by Sample Seller Ltd, 1 Sample Street, London, VAT GB 000 0000 00.');
  });

  test('writes numbers and words as docs/writing.md says', () => {
    expect(`${mail.subject} ${parts.preheader} ${mail.text}`).not.toMatch(
      /\d %|\bwe\b|\bsomebody\b|\bnobody\b|sign.in\b|goes on\b|of its own/i,
    );
  });
});

test('escapes text that people typed (S40)', () => {
  const mail = rendered({
    subject: 's',
    preheader: '<b>y</b>',
    heading: '<b>x</b>',
    intro: [`"'&<`],
    figures: [['<b>', '<i>']],
    steps: [{ text: '<b>', command: '<i>' }],
    action: { label: '<i>', url: 'https://x/"><script>' },
    outro: ['<i>'],
  });
  expect(mail.html).not.toMatch(/<b>|<i>|<script/);
  expect(mail.html).toContain('&lt;b&gt;x&lt;/b&gt;');
});

test('links the addresses in the last lines, without the full stop', () => {
  const { html } = rendered(SAMPLES.account.welcome);
  expect(html).toMatch(/<a href="mailto:support@premium\.example"[^>]*>support@premium\.example<\/a>\./);
  expect(html).toMatch(/<a href="https:\/\/premium\.example\/terms"[^>]*>https:\/\/premium\.example\/terms<\/a>/);
});

test('aligns the values of a table in the text part', () => {
  const { text } = rendered(SAMPLES.keys.usage_near_limit);
  expect(text).toContain(
    [
      'Used:        55,204 requests',
      'Daily limit: 30,000 emails a day (60,000 requests)',
      'Share:       92%',
      'Window:      last 24 hours',
      'As of:       23 November 2026, 10:10 UTC',
    ].join('\n'),
  );
});

test('links from a limit to the change of plan that fits, or to the usage if only support can raise the limit', () => {
  const { usage_near_limit: near, usage_limit_reached: reached, usage_own_limit: own } = SAMPLES.keys;
  expect(near.subject).toBe('You are near your daily limit: 92% of 30,000 emails a day (60,000 requests)');
  for (const { action } of [near, reached])
    expect(action).toEqual({
      label: 'Raise your limit',
      url: 'https://premium.example/plan?plan=scale&interval=month&quantity=1',
    });
  expect(own.action?.label).toBe('See your usage');
  expect(own.outro.join()).toContain('To raise it, write to support@premium.example.');
});

test('links from a failed payment to the payment page', () =>
  expect(SAMPLES.billing.payment_failed.action).toEqual({
    label: 'Pay £30.00',
    url: 'https://premium.example/billing?flow=pay',
  }));

test('sends people to the command of the checklist or of the guide, and repeats no other procedure', () => {
  const mails = [
    { parts: SAMPLES.keys.key_rotated, page: paths.setup },
    { parts: SAMPLES.account.welcome, page: paths.start() },
  ];
  for (const { parts, page } of mails) {
    expect(parts.steps?.some(({ text }) => /\bcommand\b/.test(text))).toBe(true);
    expect(JSON.stringify(parts)).not.toMatch(/configtest|systemctl|save them/);
    expect(new URL(parts.action?.url ?? '').pathname).toBe(page);
  }
});

test('states the same periods as the rest of the product', () => {
  const texts = Object.fromEntries(ALL.map(([name, parts]) => [name, rendered(parts).text]));
  const keyChange = `works within ${inWords(promises.keyChange)}`;
  expect(texts['welcome']).toContain(keyChange);
  expect(texts['key_rotated']).toContain(keyChange);
  for (const name of ['verify_email', 'reset_password', 'password_voided', 'confirm_new_email', 'account_recovered'])
    expect(texts[name], name).toContain(`expires in ${inWords(promises.mailedLink)}`);
  expect(texts['email_changed']).toContain(`within ${inWords(promises.emailUndo)}`);
});

test.each<[string, MailParts, MailParts]>([
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
  expect(rendered(own).text).not.toContain('72 hours');
  const { text } = rendered(former);
  expect(text).toContain('this was the account’s address until less than 72 hours ago');
  expect(text).toContain('use the link in the email about that change');
});

const passwordChanged = (props: Partial<changed.PasswordChangedProps>) =>
  rendered(changed.passwordChanged({ ...changed.sample, ...props })).text;

test('names the login factors and usage tokens that survive a change of password', () => {
  const text = passwordChanged({});
  expect(text).toContain('connected apps have to ask you again');
  expect(text).toContain('the authenticator app and its recovery codes and the passkey “Firefox 145 on Linux”');
  expect(text).toContain('Usage tokens can still read your usage: “Grafana”.');
  const bare = { factors: { authenticator: false, passkeys: [] }, usageTokens: [] };
  expect(passwordChanged(bare)).not.toMatch(/still log in|Usage tokens/);
});

test('says that usage tokens have ended after a reset', () =>
  expect(passwordChanged({ how: 'reset', usageTokens: [] })).toContain('usage tokens have ended'));

test('says which login factors a recovery removed and which it kept', () => {
  const text = (props: Partial<recovered.AccountRecoveredProps>) =>
    rendered(recovered.accountRecovered({ ...recovered.sample, ...props })).text;
  expect(text({})).toContain(
    'What was added since the change was requested is removed: the authenticator app and its recovery codes and the passkey “Chrome 142 on Windows”.',
  );
  expect(text({})).toContain('What you had before is kept: the passkey “Firefox 145 on Linux”.');
  const nothing = { authenticator: false, passkeys: [] };
  expect(text({ removed: nothing, kept: nothing })).toContain('No passkey and no authenticator app had been added');
});
