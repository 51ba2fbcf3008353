/** The nine features of the home page, in the order in which the plans gain them. */
export const features: readonly { name: string; text: string }[] = [
  {
    name: 'Open source project support',
    text: 'Your payment funds the open source filter that everyone uses.',
  },
  {
    name: 'Fuzzy premium database',
    text: 'Hashes of campaigns seen minutes ago. Your Rspamd checks each message against them before accepting it.',
  },
  {
    name: 'Stable packages repository',
    text: 'Tested packages for EL-based and Debian-based systems, behind the same key.',
  },
  {
    name: 'Fuzzy bulk service',
    text: 'Recognises bulk mail and adds the score you choose.',
  },
  {
    name: 'Scalable to demands',
    text: 'Scales with your traffic: raise the quantity, and the daily limit grows with it.',
  },
  { name: 'Priority support', text: 'Your questions are answered first, by the people who know the code.' },
  { name: 'SLA', text: 'A written service level for the fuzzy service.' },
  {
    name: 'Custom development and consulting',
    text: 'Modules, integrations and configuration reviews, made to order.',
  },
  { name: 'Training', text: 'For the people who run your mail system, on their own configuration.' },
];
