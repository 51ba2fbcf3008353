import { inWords, promises } from '#lib/base/promises.ts';
import { site, type Contacts } from '#lib/base/settings/site.ts';
import { SOURCE_DAYS } from '#lib/sources/schema.ts';
import type { Policy } from './policy.ts';

/** Data about people: what, why, on which legal basis, how long, who receives it, and the tables that hold it. */
type PersonalData = {
  name: string;
  what: string;
  /** ends with the legal basis (GDPR, article 6(1)) */
  why: string;
  howLong: string;
  /** besides our servers and subprocessors; empty for no one */
  receives: string;
  tables: readonly string[];
};

const CONTRACT = 'Basis: our contract (GDPR, article 6(1)(b)).';
const INTEREST = 'Basis: our legitimate interest in a safe service (GDPR, article 6(1)(f)).';
const CONSENT = 'Basis: your consent (GDPR, article 6(1)(a)).';

/** The table that the privacy policy shows. A test compares `tables` with the database. */
export const personalData = ({ auditOriginDays, logDays }: Contacts): readonly PersonalData[] => [
  {
    name: 'Account',
    what: 'Your email address, your password as an argon2id hash, a country if one was given, notes of our support, and when the account was created and last used.',
    why: `So that you can log in and we can write to you. ${CONTRACT}`,
    howLong: `As long as the account exists. When you delete it, your keys end and get other names, and no table of our database holds your email address any more, except for the encrypted emails below. The fuzzy servers learn it with their next list of keys, within ${inWords(promises.keyChange)} while they are connected. When our support deletes your account, it may keep a key in service under another name.`,
    receives: '',
    tables: [
      ...['users', 'passkeys', 'recovery_codes', 'email_changes', 'sign_ups', 'one_time_tokens', 'challenges'],
      ...['usage_tokens', 'saved_views'],
    ],
  },
  {
    name: 'Members',
    what: 'If several people act for one account: its name, who they are, in which role and since when, and the email address that an owner invites. Members see each other’s addresses and whether a second factor is on.',
    why: `So that a company need not depend on one login. ${CONTRACT} The address of a person who is invited: our legitimate interest in reaching them (GDPR, article 6(1)(f)).`,
    howLong: `An invitation until it is accepted, withdrawn or ${inWords(promises.invitation)} old; a membership until the person leaves, is removed or deletes their login. What belongs to the account stays with it while it has an owner.`,
    receives: '',
    tables: ['accounts', 'memberships', 'invitations'],
  },
  {
    name: 'Subscription',
    what: 'Whether a company or a private person buys, a PO number and an email address for invoices if you enter them, which terms you accepted and when, and a withdrawal. What Stripe tells us: your customer number, the product, quantity, status and the end of the paid period. Card data goes from your browser to Stripe and never reaches us.',
    why: `To sell you a plan, and to show which terms hold. ${CONTRACT} Invoices: because the law requires them (GDPR, article 6(1)(c)).`,
    howLong: 'As long as the account exists. Invoices as long as tax law demands; Stripe keeps them for us.',
    receives: 'Stripe takes payments and writes invoices. Your bank and the tax office see what the law lets them see.',
    tables: ['subscriptions', 'billing_alerts', 'withdrawals', 'acceptances', 'buyers'],
  },
  {
    name: 'Keys and usage',
    what: 'Your keys (the private half is encrypted), what they are called, and for each key and fuzzy server the number of requests, hits and errors. A key that we gave you is called by your email address, and the fuzzy servers know that name.',
    why: `Without them there is no service and no limit to show you. ${CONTRACT}`,
    howLong: 'Counts of 10 minutes for 40 days, of an hour for 400 days, of a day as long as the key is kept.',
    receives: '',
    tables: ['fuzzy_keys', 'usage_points', 'usage_hours', 'usage_days', 'usage_standings', 'usage_alerts'],
  },
  {
    name: 'Your servers',
    what: 'The fuzzy servers see the address of each host that uses your key. They tell this portal a pseudonym of it and of its network, different for each key: the result of a one-way function (HMAC-SHA-256) with a secret that they share and this portal does not have, so it cannot compute an address from a pseudonym. This is pseudonymous, not anonymous: a fuzzy server can compute the pseudonym of an address that it knows. For each pseudonym we store the number of requests, hits and errors, when it was first and last seen, and the name that you gave it. When you rotate your key, the fuzzy servers also tell which pseudonym a host had with the old key, so that it keeps its name; we do not store this. We store the address itself only while “Show addresses of my servers” is on.',
    why: `To find misuse, such as a key that is shared, and to show you who uses your key. ${INTEREST} Their addresses, while you show them: your consent.`,
    howLong: `Until ${SOURCE_DAYS} days after a server’s last request, and no longer than your account exists. Their addresses are deleted at once when you switch them off.`,
    receives: '',
    tables: ['key_sources'],
  },
  {
    name: 'Sessions',
    what: 'For each browser that is logged in: its IP address, its name as it states it, when the session began and was last used.',
    why: `So that you see who uses your account, and can end it. ${INTEREST}`,
    howLong:
      'They end after 7 days without use, 30 days after they began, and when you log out or reset your password.',
    receives: '',
    tables: ['sign_in_sessions', 'known_devices'],
  },
  {
    name: 'Audit log',
    what: 'Logins and refused logins, changes to accounts, keys and subscriptions: what, when, by whom (as a number), from which IP address, and for logins the browser’s name. It holds no email address and no text that you typed.',
    why: `To find misuse and faults. ${INTEREST}`,
    howLong: `IP addresses and names of browsers leave it after ${auditOriginDays} days. The events stay: after an account is deleted, they hold numbers (ours and Stripe’s), but neither your email address nor anything you typed.`,
    receives: '',
    tables: ['customer_views'],
  },
  {
    name: 'Connection checks',
    what: 'If you let the fuzzy servers check a connection: the IP address that you ask about and their answers, which are deleted after an hour.',
    why: `Because you asked. ${CONTRACT}`,
    howLong: 'An hour.',
    receives: '',
    tables: ['storage_questions', 'storage_answers'],
  },
  {
    name: 'Reports of hashes',
    what: 'If you report a hash: its digest, what you wrote about it, and what we decided. Of what you pasted, only digests are stored; email addresses are taken out of your words.',
    why: `To judge your report, and to tell you what became of it. ${CONTRACT}`,
    howLong: 'The words for 90 days after our decision, the rest as long as your account exists.',
    receives: 'The fuzzy servers receive the digest.',
    tables: ['hash_reports'],
  },
  {
    name: 'Applications',
    what: 'Which applications you have allowed to use your account, and what they may read.',
    why: `Because you allowed it. ${CONSENT}`,
    howLong: 'Until you take it back, and no longer than your account exists.',
    receives: 'The application receives what you have allowed it to read.',
    tables: ['consents'],
  },
  {
    name: 'Quotes',
    what: 'What you said about the service and agreed to see on the home page: your words, name, position and company, the day, and where your consent is kept.',
    why: `To show others what customers say. ${CONSENT}`,
    howLong: 'On the home page until you withdraw your consent. We delete the entry when you ask.',
    receives: 'Every visitor of the home page sees them.',
    tables: [],
  },
  {
    name: 'Logs',
    what: 'Errors of the service with a request number. Passwords and keys are left out.',
    why: `To find faults. ${INTEREST}`,
    howLong: `${logDays} days.`,
    receives: '',
    tables: [],
  },
];

/** Periods of parts of the data above. */
const FURTHER = [
  {
    name: 'A former email address',
    text: `When you change your address, the old one can undo that for ${inWords(promises.emailUndo)}. Then it is removed. A change that is not confirmed is removed after ${inWords(promises.mailedLink)}.`,
  },
  { name: 'Links in emails', text: `They work once, for ${inWords(promises.mailedLink)}.` },
  {
    name: 'Emails to you',
    text: 'Encrypted in our database for about two weeks at most, to be sent again after a failure.',
  },
];

export function privacy(contacts: Contacts): Policy {
  const { supportMail, seller } = contacts;
  const data = personalData(contacts);
  return {
    title: 'Privacy',
    lead: 'What we know about you, why, for how long, and your rights.',
    sections: [
      {
        title: 'Who we are',
        paragraphs: [
          `${site.name} is sold by ${seller}, which is responsible for the data described here. Write to ${supportMail} about anything on this page.`,
        ],
      },
      {
        title: 'Your mail stays with you',
        paragraphs: [
          'Your Rspamd sends no messages to us. It sends fuzzy hashes: one-way digests of parts of a message, encrypted on the way. A message cannot be read from them, but a person who has the same text can recognise it by them.',
          'Of a message, nothing but these hashes leaves your server: no sender, no recipient, no results of checks. Our rules set no_share = yes, without which Rspamd adds the sender’s IP address and domain, and since 4.1.5 more. A rule written by hand or by our guide before December 2026 may lack it: run the command of the setup guide again.',
          'Besides the hashes, a request shows your key, the list that is asked, and the address of your own server. This portal is told how many requests a key made, and nothing about any one of them.',
        ],
      },
      { title: 'What we store', facts: data.map(({ name, what }) => ({ name, text: what })) },
      { title: 'What for', facts: data.map(({ name, why }) => ({ name, text: why })) },
      { title: 'How long', facts: [...data.map(({ name, howLong }) => ({ name, text: howLong })), ...FURTHER] },
      {
        title: 'Who receives it, and where',
        paragraphs: [
          'We sell no data, show no advertising, use no analytics service, and load nothing from other hosts into these pages.',
          'Who processes data for us is on the page of subprocessors, with what for, the country and the legal basis of a transfer. The country of this site and its database is in the legal notice. Besides them, data go to:',
        ],
        facts: data.flatMap(({ name, receives }) => (receives ? [{ name, text: receives }] : [])),
      },
      {
        title: 'Your rights',
        paragraphs: [
          `You can ask for a copy of your data, to have it corrected, deleted, restricted or handed over, and you can object to its use. Write to ${supportMail} from the address of your account; we answer within one month. An account with a running subscription can be deleted once the subscription has ended.`,
          'You can also complain to the data protection authority of the place where you live or work.',
        ],
      },
    ],
  };
}
