import { SUBPROCESSOR_NOTICE_DAYS } from '#lib/base/promises.ts';
import type { LegalFacts } from '#lib/base/settings/legal.ts';
import { site } from '#lib/base/settings/site.ts';
import { SOURCE_DAYS } from '#lib/sources/schema.ts';
import { DPA_VERSION, type Policy } from './policy.ts';

export const dpa = ({ name, address, privacyMail, hosting }: LegalFacts): Policy => ({
  title: 'Data processing agreement',
  lead: `For customers whose use of ${site.name} touches personal data of others (article 28 GDPR and UK GDPR).`,
  dated: { version: DPA_VERSION },
  sections: [
    {
      title: 'Parties and scope',
      paragraphs: [
        `This agreement is between ${name}, ${address} (“we”, the processor) and the customer who accepts it (“you”, the controller, or a processor for your own customers). It belongs to the contract about ${site.name}, and lasts as long as that contract.`,
        'It covers the data that your mail servers send to the fuzzy storage, and what this site shows you about it. For the data of your account, such as your address, invoices and logins, we are a controller ourselves: the [privacy page](/privacy) describes it.',
      ],
    },
    {
      title: 'What is processed',
      facts: [
        { name: 'Purpose', text: 'To tell your Rspamd whether parts of a message are known from other mail.' },
        {
          name: 'Data',
          text: 'One-way hashes of parts of messages, encrypted on the way; the IP addresses of your servers; the times and numbers of their requests; names that you give to your servers. With the rules of our setup guide (no_share = yes), no sender, recipient or subject.',
        },
        {
          name: 'People',
          text: 'Those who write or receive the mail that you filter, and those who run your servers.',
        },
        {
          name: 'How',
          text: 'Comparing hashes with stored ones, counting requests by key, and showing you the counts.',
        },
        {
          name: 'Where',
          text: `This site and its database: ${hosting.join(', ')}. Others: the list of [subprocessors](/subprocessors).`,
        },
      ],
    },
    {
      title: 'Instructions',
      paragraphs: [
        'We process this data only as this agreement, the settings you choose in your account and your Rspamd, and your documented instructions say, also for transfers to other countries, unless the law of our place obliges us to more. In that case we tell you before, unless that law forbids it.',
        'If we think that an instruction breaks data protection law, we tell you at once.',
      ],
    },
    {
      title: 'Confidentiality and security',
      paragraphs: [
        'The people who may see the data are bound to confidentiality.',
        'We take the technical and organisational measures that the page [Security](/security) describes. They may change, as long as the protection does not become less.',
      ],
    },
    {
      title: 'Subprocessors',
      paragraphs: [
        `You agree to those in the list of [subprocessors](/subprocessors). A new one is listed there at least ${SUBPROCESSOR_NOTICE_DAYS} days before its first day, and you get an email when it is added. Until that day you can object to ${privacyMail}. If we cannot meet your objection, you may end the contract at that day, and get back what you paid for the time after it.`,
        'We bind each of them to the same duties as in this agreement, and answer for what they do.',
      ],
    },
    {
      title: 'Help',
      paragraphs: [
        'If a person asks us for access, correction or deletion of this data, we pass the request on to you. We help you to answer it, with assessments and with questions of authorities, as far as the data and the law demand it.',
        'If this data is lost, changed or disclosed against this agreement, we tell you by email without undue delay after we have learned of it, with what article 33 asks for and we know.',
      ],
    },
    {
      title: 'Deletion and return',
      paragraphs: [
        `Hashes that your servers ask about are compared and not kept by this site. What it knows of a server is deleted ${SOURCE_DAYS} days after its last request. When your account is deleted, the names and pseudonyms of your servers go with it; what stays, and for how long, is on the [privacy page](/privacy).`,
        'Before that, you can download your data in your account at any time.',
      ],
    },
    {
      title: 'Evidence',
      paragraphs: [
        'We give you the information that shows that we keep to this agreement: the pages [Security](/security), [Subprocessors](/subprocessors) and [Privacy](/privacy), and answers to your questions. If that is not enough, you or an auditor bound to confidentiality may inspect what concerns your data, after notice and without disturbing other customers.',
      ],
    },
    {
      title: 'Acceptance and changes',
      paragraphs: [
        'An owner of an account accepts this agreement on this page, logged in. Account, version and time are stored. No signature on paper is needed; the page prints as it is.',
        'A changed text has a new version, and applies to you once you accept it.',
        `The law of ${site.jurisdiction} applies, as for the contract. Where this agreement and the terms differ about personal data, this agreement comes first.`,
      ],
    },
  ],
});
