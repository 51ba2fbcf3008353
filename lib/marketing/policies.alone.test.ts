import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ABSOLUTE_MS, IDLE_MS, sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { inWords, promises } from '#lib/base/promises.ts';
import { DAY } from '#lib/base/time.ts';
import { fuzzyCheckConfig } from '#lib/fuzzy-keys/setup/client-config.ts';
import { providerConfiguration } from '#lib/oauth/provider/configuration.ts';
import { SOURCE_DAYS } from '#lib/sources/schema.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { useTestEnvironment } from '#lib/testing/environment.ts';
import { policiesOf } from './policies.ts';
import { cookieList } from './policies/cookies.ts';
import { POLICIES_HASH, TERMS_VERSION } from './policies/policy.ts';
import { serverChanges } from './texts.ts';

const policies = policiesOf(localContacts);
const factOf = (title: string, name: string) =>
  policies.privacy.sections.find((section) => section.title === title)?.facts?.find((fact) => fact.name === name)?.text;
const lifetimeOf = (name: string) => cookieList.find((cookie) => cookie.name === name)?.lifetime;

describe('policies', () => {
  test('state the session lifetimes that the code sets', () => {
    useTestEnvironment({});
    expect(factOf('How long', 'Sessions')).toContain(`after ${IDLE_MS / DAY} days without use`);
    expect(factOf('How long', 'Sessions')).toContain(`${ABSOLUTE_MS / DAY} days after they began`);
    expect(lifetimeOf(sessionCookieName())).toContain(`${ABSOLUTE_MS / DAY} days`);
    expect(lifetimeOf(sessionCookieName())).toContain(`after ${IDLE_MS / DAY} days`);
  });

  test('state the lifetimes of the provider’s cookies', () => {
    useTestEnvironment({});
    const { ttl } = providerConfiguration({ keys: [] });
    const ofSession = ttl?.Session;
    const seconds = typeof ofSession === 'function' ? ofSession({} as never, { accountId: 'a' } as never) : ofSession;
    expect(lifetimeOf('rspamd_premium_op_session')).toContain(`${(Number(seconds) * 1000) / DAY} days`);
    for (const name of ['rspamd_premium_op_interaction', 'rspamd_premium_op_resume'])
      expect(lifetimeOf(name)).toBe(`${Number(ttl?.Interaction) / 60} minutes.`);
  });

  test('state the promises about keys, mailed links and a change of address', () => {
    expect(factOf('How long', 'Account')).toContain(`within ${inWords(promises.keyChange)}`);
    expect(factOf('How long', 'Links in emails')).toContain(`for ${inWords(promises.mailedLink)}`);
    expect(factOf('How long', 'A former email address')).toContain(`for ${inWords(promises.emailUndo)}`);
  });

  test('say what a pseudonym of a server is, and for how long it is stored', () => {
    const stored = factOf('What we store', 'Your servers');
    for (const words of [
      'HMAC-SHA-256',
      'a secret that they share and this portal does not have',
      'pseudonymous, not anonymous',
    ])
      expect(stored).toContain(words);
    expect(factOf('How long', 'Your servers')).toContain(`Until ${SOURCE_DAYS} days after a server’s last request`);
  });

  test('say, as the home page does, that of a message nothing but hashes leaves a mail server', () => {
    const mail = policies.privacy.sections.find(({ title }) => title === 'Your mail stays with you');
    for (const text of [mail?.paragraphs?.join(' '), serverChanges.map((change) => change.text).join(' ')]) {
      expect(text).toMatch(/Of a message, (nothing but these hashes leaves|encrypted hashes and nothing else)/);
      expect(text).toContain('no_share = yes');
    }
    const rules = fuzzyCheckConfig('key', localContacts);
    expect(rules.match(/^ *no_share = yes;/gm)).toHaveLength(rules.match(/^rule /gm)?.length ?? 0);
  });

  test('name the seller in terms and privacy', () => {
    const { seller } = localContacts;
    const textOf = (name: 'terms' | 'privacy', title: string) =>
      policies[name].sections.find((section) => section.title === title)?.paragraphs?.join(' ');
    expect(textOf('terms', 'The service')).toContain(`is sold by ${seller}.`);
    expect(textOf('terms', 'Contact')).toContain(seller);
    expect(textOf('privacy', 'Who we are')).toContain(`is sold by ${seller}, which is responsible`);
  });

  test('say on which day their texts were last changed', () => {
    const hash = createHash('sha256').update(JSON.stringify(policies)).digest('hex').slice(0, 8);
    // If you changed a text, set POLICIES_CHANGED to today, and POLICIES_HASH to the text's hash.
    expect(hash).toBe(POLICIES_HASH);
  });

  test('give changed terms a new version, and a change of another text none', () => {
    const { dated: _, ...text } = policies.terms;
    const hash = createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 8);
    // If you changed the terms, set TERMS_VERSION to today, and copy both here: who accepted the old text sees so.
    expect([TERMS_VERSION, hash]).toEqual(['2026-11-29', 'e11ea3cc']);
  });

  test('claim at most 30 days for every cookie (S85)', () => {
    const days = cookieList.flatMap(({ lifetime }) => [...lifetime.matchAll(/(\d+) days/g)].map(([, n]) => Number(n)));
    expect(Math.max(...days)).toBe(30);
  });
});
