import { inWords, promises } from '#lib/base/promises.ts';
import { site, type Contacts } from '#lib/base/settings/site.ts';
import { SOURCE_DAYS } from '#lib/sources/schema.ts';
import type { Policy } from './policy.ts';

export const privacy = ({ supportMail, seller }: Contacts): Policy => ({
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
        'Your Rspamd sends no messages to us. It sends fuzzy hashes: one-way digests of parts of a message, encrypted on the way. A message cannot be read from them.',
        'Of a message, nothing but these hashes leaves your server: no sender, no recipient, no results of checks. Our rules set no_share = yes, without which Rspamd adds the sender’s IP address and domain, and since 4.1.5 more. A rule written by hand or by our guide before December 2026 may lack it: run the command of the setup guide again.',
        'Besides the hashes, a request shows your key, the list that is asked, and the address of your own server. This portal is told how many requests a key made, and nothing about any one of them.',
      ],
    },
    {
      title: 'What we store',
      facts: [
        {
          name: 'Account',
          text: 'Your email address, your password as an argon2id hash, a country if one was given, notes of our support, and when the account was created and last used.',
        },
        {
          name: 'Subscription',
          text: 'Whether a company or a private person buys, a PO number and an email address for invoices if you enter them, which terms you accepted and when, and a withdrawal. What Stripe tells us: your customer number, the product, quantity, status and the end of the paid period. Card data goes from your browser to Stripe and never reaches us.',
        },
        {
          name: 'Keys and usage',
          text: 'Your keys (the private half is encrypted), what they are called, and for each key and fuzzy server the number of requests, hits and errors. A key that we gave you is called by your email address, and the fuzzy servers know that name.',
        },
        {
          name: 'Your servers',
          text: 'The fuzzy servers see the address of each host that uses your key. They tell this portal a pseudonym of it and of its network, other for each key: the result of a one-way function (HMAC-SHA-256) with a secret that they share and this portal does not have, so it cannot compute an address from a pseudonym. This is pseudonymous, not anonymous: a fuzzy server can compute the pseudonym of an address that it knows. For each pseudonym we store the number of requests, hits and errors, when it was first and last seen, and the name that you gave it. When you rotate your key, the fuzzy servers also tell which pseudonym a host had with the old key, so that it keeps its name; we do not store this. We store the address itself only while “Show addresses of my servers” is on.',
        },
        {
          name: 'Sessions',
          text: 'For each browser that is logged in: its IP address, its name as it states it, when the session began and was last used.',
        },
        {
          name: 'Audit log',
          text: 'Logins and refused logins, changes to accounts, keys and subscriptions: what, when, by whom (as a number), from which IP address, and for logins the browser’s name. It holds no email address and no text that you typed.',
        },
        {
          name: 'Connection checks',
          text: 'If you let the fuzzy servers check a connection: the IP address that you ask about and their answers, which are deleted after an hour.',
        },
        {
          name: 'Applications',
          text: 'Which applications you have allowed to use your account, and what they may read.',
        },
        { name: 'Logs', text: 'Errors of the service with a request number. Passwords and keys are left out.' },
      ],
    },
    {
      title: 'What for',
      facts: [
        {
          name: 'To keep our contract',
          text: 'Account, subscription, keys and usage: without them there is no service and no limit to show you.',
        },
        {
          name: 'To keep it safe',
          text: 'Sessions, audit log, logs and the pseudonyms of your servers: we have a legitimate interest in finding misuse, such as a key that is shared, and faults, and you in seeing who used your account and your key.',
        },
        { name: 'Because the law requires it', text: 'Invoices and what belongs to them.' },
        {
          name: 'Because you asked',
          text: 'What an application may read, until you take it back. The addresses of your servers, while you show them.',
        },
      ],
    },
    {
      title: 'How long',
      facts: [
        {
          name: 'Account and keys',
          text: `As long as the account exists. When you delete it, your keys end and get other names, and no table of our database holds your email address any more, except for the encrypted emails below. The fuzzy servers learn it with their next list of keys, within ${inWords(promises.keyChange)} while they are connected. When we delete your account, its keys may continue under another name.`,
        },
        {
          name: 'A former email address',
          text: `When you change your address, the old one can undo that for ${inWords(promises.emailUndo)}. Then it is removed. A change that is not confirmed is removed after ${inWords(promises.mailedLink)}.`,
        },
        {
          name: 'Sessions',
          text: 'They end after 7 days without use, 30 days after they began, and when you log out or reset your password.',
        },
        { name: 'Links in emails', text: `They work once, for ${inWords(promises.mailedLink)}.` },
        {
          name: 'Usage',
          text: 'Counts of 10 minutes for 40 days, of an hour for 400 days, of a day as long as the key is kept.',
        },
        {
          name: 'Your servers',
          text: `Until ${SOURCE_DAYS} days after a server’s last request, and no longer than your account exists. Their addresses are deleted at once when you switch them off.`,
        },
        {
          name: 'Audit log',
          text: 'Nothing can be changed in it or removed from it. After an account is deleted its entries hold numbers (ours and Stripe’s), IP addresses and names of browsers, but neither your email address nor anything you typed.',
        },
        {
          name: 'Emails to you',
          text: 'Encrypted in our database for about two weeks at most, to be sent again after a failure.',
        },
        { name: 'Invoices', text: 'As long as tax law demands; Stripe keeps them for us.' },
      ],
    },
    {
      title: 'Who else',
      paragraphs: [
        'Stripe takes payments and writes invoices. Our hosting and mail providers process data on our behalf and by our instructions. An application receives what you have allowed it to read.',
        'We sell no data, show no advertising, use no analytics service, and load nothing from other hosts into these pages.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        `You can ask for a copy of your data, to have it corrected, deleted, restricted or handed over, and you can object to its use. Write to ${supportMail} from the address of your account; we answer within one month. An account with a running subscription can be deleted once the subscription has ended.`,
        'You can also complain to the data protection authority of the place where you live or work.',
      ],
    },
  ],
});
