import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const SCREENS = /^(app|components|emails|lib\/marketing|lib\/mail)\/.*\.tsx?$/;
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
 * Names in Title Case that the customer fixed (docs/product.md), and those beside them in the same list or dialog. Other
 * texts are in sentence case.
 */
const TITLES = new Set(
  `Access Premium|Account Status|Active Keys|Active Subscriptions|Admin Dashboard|Admin Panel|Admin Users|All Keys
  All Ranks|Any Usage|Over the Limit|Assign Key|Assign User|Authentication Required|Authorization Error
  Back to Admin|Back to Login|Blocked Users
  Complete Your Purchase|Contact Sales|Create Account|Create Client|Create User|Current Plan
  Change Password|Delete Key|Delete User|Deleted Key|Deleted Keys|Edit Key|Edit User|Fuzzy Keys Management
  Generate Key|Generate New Fuzzy Key|Get Started|Client Secret|Invalid Reset Link|Keys Management|Manage Billing
  Manual Keys|Most Popular|No Email|No Usage Data Available|Open Source|Public Key|Proceed to Purchase|Quick Setup
  Regenerate Secret|Restore Key|Revoke Token|Setup Guide|Show Deleted Keys|Sign Up|Stripe Keys|Token Prefix|Total Keys
  Total Users|Usage Overview|User Associated|View Tokens|With Email|Without Email
  Upgrade to Premium|Go to Login|Create First Client|Return to Home|Logout Error|Last Day|Daily Limit|Geist Mono`
    .split(/[|\n]/)
    .map((name) => name.trim()),
);
const TITLE = /^[A-Z][a-z]+(?: (?:to|of|the|a|your))*(?: [A-Z][a-z]+)+$/;

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
  return TITLE.test(text) ? [...found, `“${text}”: write it in sentence case`] : found;
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
    ['Generate Key', 0],
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
