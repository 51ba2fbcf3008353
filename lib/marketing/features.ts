import { scaleAdvantage } from './plans.ts';

/** The nine features of the home page, in the order in which the plans gain them. */
export const features: readonly { name: string; text: string }[] = [
  {
    name: 'Open source project support',
    text: 'Your subscription supports the open source project Rspamd, which is free for everyone.',
  },
  {
    name: 'Fuzzy premium database',
    text: 'Hashes of known spam, beside the public ones. Your Rspamd looks up its messages there.',
  },
  {
    name: 'Stable packages repository',
    text: 'Packages for EL-based and Debian-based systems, with the same key.',
  },
  {
    name: 'Fuzzy bulk service',
    text: 'Recognises bulk mail and adds the score you choose.',
  },
  {
    name: 'Scalable to demands',
    text: scaleAdvantage,
  },
  { name: 'Priority support', text: 'Your questions have priority, as your contract says.' },
  { name: 'SLA', text: 'A service level for the fuzzy service, agreed in your contract.' },
  {
    name: 'Custom development and consulting',
    text: 'Modules, integrations and configuration reviews, made to order.',
  },
  { name: 'Training', text: 'For the people who run your mail system, on their own configuration.' },
];
