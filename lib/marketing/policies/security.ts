import { inWords, promises, SECURITY_ANSWER_WORKING_DAYS } from '#lib/base/promises.ts';
import type { LegalFacts } from '#lib/base/settings/legal.ts';
import { site } from '#lib/base/settings/site.ts';
import type { Policy } from './policy.ts';

export const security = ({ securityMail, hosting }: LegalFacts): Policy => ({
  title: 'Security',
  lead: 'How to report a vulnerability, how data is protected, and what is tested.',
  sections: [
    {
      title: 'Report a vulnerability',
      paragraphs: [
        `Write to ${securityMail}. You get an answer within ${SECURITY_ANSWER_WORKING_DAYS} working days. The address is also in [security.txt](/.well-known/security.txt) (RFC 9116).`,
        'Say what you found and how to repeat it. Use your own account, leave the data of others alone, and do not slow the service down for them. Please give us time to fix it before you publish.',
        'Only the newest release of the software is supported.',
      ],
    },
    {
      title: 'How you log in',
      facts: [
        {
          name: 'Passwords',
          text: 'Stored as argon2id hashes. At least 12 characters from three of four classes; those that are easy to guess are refused. After repeated failed logins, further ones are refused for a while.',
        },
        {
          name: 'Two-factor',
          text: 'An authenticator app or passkeys, with recovery codes. The operator can demand two factors of every admin.',
        },
        {
          name: 'Sessions',
          text: 'A session ends 7 days after its last use and 30 days after the login. You see all of yours and can end each. What could give another person an account, a password or a key asks for a fresh login.',
        },
        {
          name: 'Single sign-on',
          text: `${site.name} is an OpenID Connect provider for other applications. It does not take logins from a provider of yours.`,
        },
      ],
    },
    {
      title: 'Encryption',
      facts: [
        {
          name: 'On the way',
          text: 'This site answers over https only, with HSTS. Emails are handed to the mail server over TLS, unless it runs on the same host. Your Rspamd encrypts each request to the fuzzy storage with your key.',
        },
        {
          name: 'Stored',
          text: 'The private halves of keys and waiting emails are encrypted with AES-256-GCM, under a key that is not in the database. Tokens are stored as SHA-256 hashes. Card data never reaches us.',
        },
      ],
    },
    {
      title: 'Access and logs',
      paragraphs: [
        'Every page and endpoint checks who asks. The app’s database role can change neither the structure of a table nor an entry of the audit log.',
        'Logins, wrong passwords for an account, and changes to accounts, keys and subscriptions are in the audit log. An admin who views an account as its owner sees it gives a reason, and the owner gets an email. Passwords and keys are left out of all logs.',
        `A key that is deleted or rotated without a grace period, and the keys of a blocked account, stop at every fuzzy server within ${inWords(promises.keyChange)} while it is connected.`,
      ],
    },
    {
      title: 'Where data is, and copies of it',
      paragraphs: [
        `This site and its database are in: ${hosting.join(', ')}. The [subprocessors](/subprocessors) are the companies that process data for us.`,
        'The installation guide sets up backups from which the database returns to any second, encrypted before they leave the host. A program rehearses the guide’s installation, a loss of data and the restoring on a separate machine.',
      ],
    },
    {
      title: 'What is tested',
      paragraphs: ['These tests belong to the software and run on every change of it.'],
      facts: [
        {
          name: 'Access',
          text: 'Every page and endpoint as a visitor, a subscriber and an admin; those that are not public pages also as a blocked person and a storage server. A page without a row in the table of expected answers fails a test. Another test asks for the data of other people.',
        },
        {
          name: 'Input',
          text: 'Values of the wrong type in every field of the API, random requests, malformed headers, forged cookies, requests from other sites.',
        },
        {
          name: 'Browser',
          text: 'A Content-Security-Policy that allows inline scripts by nonce or hash only, and the security headers of every answer, errors included.',
        },
        {
          name: 'OpenID Connect',
          text: 'The modules of the OpenID Foundation’s suite for the profiles that we offer, repeated as our own tests. We are not certified.',
        },
        {
          name: 'Faults',
          text: 'Processes and the database are killed at work, and every acknowledged write must be there afterwards. Mail and payments are made unavailable.',
        },
        {
          name: 'Not done',
          text: 'Nothing on this page rests on a certificate (ISO 27001, SOC 2) or on a penetration test by another company.',
        },
      ],
    },
    {
      title: 'Wrong matches',
      paragraphs: [
        'A customer whose wanted mail matched a hash reports it, and a person judges the report. [False positives](/false-positives) shows how many there were, how long they took, and what became of them.',
      ],
    },
    {
      title: 'Incidents',
      paragraphs: [
        'If personal data of yours is lost, changed or seen by someone who should not, we tell you by email without undue delay after we have learned of it: what happened, which data, what we do, and what you can do.',
      ],
    },
  ],
});
