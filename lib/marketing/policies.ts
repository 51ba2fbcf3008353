import { refundWords } from '#lib/base/promises.ts';
import { type Contacts, site } from '#lib/base/settings/site.ts';
import { cookies } from './policies/cookies.ts';
import { TERMS_VERSION, type Policy, type PolicyName } from './policies/policy.ts';
import { privacy } from './policies/privacy.ts';

const terms = ({ supportMail, seller, hasSla, withdrawalRefund }: Contacts): Policy => ({
  title: 'Terms',
  lead: `What you get from ${site.name}, what it costs, and what we ask of you.`,
  dated: { version: TERMS_VERSION },
  sections: [
    {
      title: 'The service',
      paragraphs: [
        `${site.name} is sold by ${seller}. “We” in these terms is this company.`,
        'A subscription gives a key. With it your Rspamd may ask our fuzzy storage, and your package manager our stable repository, within the limits of your plan. The pricing page lists what each plan includes.',
        'Rspamd itself is free software under its own licence; these terms do not restrict it.',
      ],
    },
    {
      title: 'Account and key',
      paragraphs: [
        'The account belongs to the person or organisation that opens it. Keep its password and key to yourself, and tell us at once if someone else may have them.',
        'Access is by key, not by IP address. You may use the key on any number of servers that you run for yourself or for those whose mail you handle. You may not sell the key, publish it, pass it on, or offer the data behind it as a service of your own.',
      ],
    },
    {
      title: 'Fair use',
      paragraphs: [
        'Each plan has a daily limit, multiplied by its quantity. All requests made with the key count toward it, from all servers together; there is no limit on servers or IP addresses. Requests beyond the limit may be refused until the day’s allowance recovers. Nothing is charged for them.',
        'Attempts to get around limits, to copy the database, or to disturb the service for others are not allowed.',
      ],
    },
    {
      title: 'Price and payment',
      paragraphs: [
        'Prices are in pounds; VAT is added where it applies. You pay for a month or a year in advance, through Stripe. The subscription renews for the same time until it is cancelled. When a payment fails, Stripe tries again for a while; when it fails for good, the key stops working.',
        'A company can enter a purchase order number and an email address for invoices when it buys, and change both on its plan page; the checkout asks for its VAT number. Both numbers are on every following invoice, a PDF.',
        'You are told of a change of price by email at least 30 days before the renewal to which it applies.',
      ],
    },
    {
      title: 'Cancelling',
      paragraphs: [
        'You can cancel and change plan at any time on the page of your plan, and update your card in the billing portal; the dashboard leads to both. After cancelling, the key works to the end of the paid period; while a payment is overdue, it ends at once. Plans that are managed by us are cancelled by email.',
        `If you bought for yourself, you may withdraw without a reason until the end of the fourteenth day after the day of the purchase: press “Withdraw from this contract” on your plan page, or write to ${supportMail}. You get back ${refundWords[withdrawalRefund].terms}. You asked for the key at once when you bought, so it works before these days are over.`,
      ],
    },
    {
      title: 'Availability',
      paragraphs: [
        hasSla
          ? 'We run the service with care. What we promise about its availability, and to whom, is in the [SLA](/sla); to all others we promise none.'
          : 'We run the service with care but promise no availability, unless an Enterprise contract says so. An SLA is agreed in the contract: what is measured, what does not count, and what you get back.',
        'While it is unavailable, your Rspamd continues with its other checks.',
        'A hit is evidence, not a verdict: which weight it has, and what becomes of a message, is decided by your configuration.',
      ],
    },
    {
      title: 'Blocking and ending',
      paragraphs: [
        'We may block an account that breaks these terms or endangers the service. Where we can, we write to you first. We may end a subscription with 30 days’ notice and then pay back what is left of the period.',
      ],
    },
    {
      title: 'Liability',
      paragraphs: [
        'Nothing here limits liability that the law does not allow to be limited, such as for fraud, or for death or injury caused by negligence. Beyond that we are liable for foreseeable damage, up to what you paid in the twelve months before it arose. We are not liable for messages that were wrongly accepted, rejected or delayed.',
      ],
    },
    {
      title: 'Changes and law',
      paragraphs: [
        'You are told of changes to these terms by email at least 30 days before they apply; if you disagree, you may cancel until then.',
        `The law of ${site.jurisdiction} applies. As a consumer you keep the protection of the law of the country you live in.`,
      ],
    },
    {
      title: 'Contact',
      paragraphs: [`${seller}. Write to ${supportMail}.`],
    },
  ],
});

/** The policies by name, with this copy's contacts. Each is served at `/<name>`. */
export const policiesOf = (contacts: Contacts): Readonly<Record<PolicyName, Policy>> => ({
  privacy: privacy(contacts),
  terms: terms(contacts),
  cookies,
});
