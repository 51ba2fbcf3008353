import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const SCREENS = /^(app|components|emails|lib\/(marketing|mail|oauth\/(device|provider)|http\/answers))\/.*\.tsx?$/;
const NO_SCREEN = /\.(test|stories)\.tsx?$|^components\/stories\/|^app\/fonts\.ts$/;

/** Forms that docs/writing.md advises against in texts of screens and mails, and what to write. */
const AVOIDED: readonly [form: RegExp, instead: string][] = [
  [/(?:\d|…)[ \u{A0}]%/u, '92%, without a space'],
  [/\bsign(ed|ing)?[ -]in\b(?!g)/i, 'log in, login'],
  [/\b(to|please|and|or) login\b(?! (and|or|of|from|with|history))/i, '“log in” for the verb'],
  [/\be-mail/i, 'email'],
  [/\b(mails|we mail|mailed)\b/i, 'email, send'],
  [/\b(some|any|no|every)body\b|\bwhoever\b/i, 'user, person, someone, no one'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\bnot (\w+ ){0,3}any ?more\b/i, 'no longer'],
  [/\b(assigned|exists?|taken|known|used) already\b/i, 'already assigned'],
  [/\b(go|goes|going|went) on\b/i, 'continues'],
  [/\bby itself\b/i, 'automatically'],
  [/\baudit trail\b/i, 'audit log'],
];

/**
 * Titles, buttons and labels in Title Case that the customer fixed (docs/product.md). Every other text is in sentence
 * case, also beside one of these.
 */
const TITLES = new Set(
  `Access Premium|Account Status|Active Keys|Active Subscriptions|Admin Panel|Admin Users|All Keys|All Ranks|API Key
  Assign User to Key|Authentication Required|Authorization Error|Back to Login|Blocked Users|Change Password
  Client Secret|Complete Your Purchase|Contact Sales|Create Account|Create Account &amp; Purchase|Create First Client
  Create User|Current Plan|Daily Limit|Delete User|Deleted Keys|Edit Key|Edit User|Fuzzy Keys Management|Generate Key
  Generate New Fuzzy Key|Get Started|Go to Login|I've Saved the Secret|Invalid Reset Link|Keys Management|Last Day
  Log In to Continue|Login &amp; Purchase|Manage Billing|Manual Keys|Most Popular|No Email|No OAuth2 Clients
  No Usage Data Available|OAuth2 Client Management|OAuth2 Clients|Open Source|PKCE Protected|Proceed to Purchase
  Public Key|Quick Setup|Regenerate Secret|Regenerate Secret of …|Return to Home|Setup Guide|Show Deleted Keys|Sign Up
  Stripe Keys|Token Prefix|Total Keys|Total Users|Upgrade to Premium|Usage Data for Key|Usage Overview|User Associated
  View Tokens|View Tokens of …|What PKCE Protected means|With Email|Without Email`
    .split(/[|\n]/)
    .map((name) => name.trim()),
);
/** A word that has a capital for another reason: a name. */
const NAMES =
  /^(Rspamd|Premium|Stripe|JavaScript|OAuth2?|OpenID|Connect|Mono|Wales|Debian|Ubuntu|Rocky|Alma|Docker|Mailserver|Grafana|Windows|Linux|Firefox|Public|Ltd|GmbH)$/;
const CAPITAL = /^(?:[A-Z][a-z]+|Two-Factor)$/;

/** Whether a short text without a full stop, as titles, buttons and labels are, has capitals as a title. */
function isInTitleCase(text: string): boolean {
  const [first = '', ...rest] = text.split(' ');
  return (
    /^[A-Z]/.test(first) &&
    rest.length < 7 &&
    !/[.,:?!]/.test(text) &&
    rest.some((word) => CAPITAL.test(word) && !NAMES.test(word))
  );
}

/** The string literals and JSX texts of a program; an inserted value becomes `…`. */
function textsOf(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isJsxAttribute(node) && node.name.getText() === 'className') return;
    if (ts.isTemplateExpression(node))
      found.push(node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join(''));
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) found.push(node.text);
    if (ts.isJsxElement(node))
      found.push(node.children.map((child) => (ts.isJsxText(child) ? child.text : '…')).join(''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return [...new Set(found.map((text) => text.replaceAll(/[ \n]+/g, ' ').trim()))].filter((text) => text.includes(' '));
}

function problems(text: string): string[] {
  if (TITLES.has(text)) return [];
  const found = AVOIDED.flatMap(([form, instead]) => {
    const [match] = form.exec(text) ?? [];
    return match ? [`“${match}” in “${text.slice(0, 100)}”: write ${instead}`] : [];
  });
  return isInTitleCase(text) ? [...found, `“${text}”: write it in sentence case`] : found;
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => SCREENS.test(file) && !NO_SCREEN.test(file));

describe('texts of screens and mails', () => {
  test('use the forms of docs/writing.md', () => {
    const texts = files.flatMap((file) =>
      textsOf(file, readFileSync(path.join(root, file), 'utf8')).map((text) => ({ file, text })),
    );
    expect(texts.length).toBeGreaterThan(1500);
    expect(texts.flatMap(({ file, text }) => problems(text).map((why) => `${file}: ${why}`))).toEqual([]);
  });

  test.each([
    ['Save Changes', 1],
    ['Create OAuth2 Client', 1],
    ['Set Up Two-Factor Login', 1],
    ['Generate Key', 0],
    ['Compare with Stripe', 0],
    ['You used 92 % of it', 1],
    ['You used 92% of it', 0],
    ['Please login to see your key', 1],
    ['Your login and password', 0],
    ['We mailed a link', 1],
    ['Your mail servers', 0],
    ['Somebody else changed it meanwhile.', 2],
  ])('finds the forms to avoid in %j: %i', (text, count) => {
    expect(problems(text)).toHaveLength(count);
  });

  test('reads literals, templates and JSX', () => {
    const source = 'const a = `${n} % used`; const b = <p className="a b">Sign in <b>now</b></p>; f(\'not any more\');';
    expect(textsOf('a.tsx', source)).toEqual(
      ['… % used', 'Sign in …', 'Sign in', 'not any more'].filter((t) => t.includes(' ')),
    );
  });
});
