/** The nine features of the home page, in the order in which the plans gain them. */
export const features: readonly { name: string; text: string }[] = [
  {
    name: 'Open source project support',
    text: 'What you pay goes into the open source filter that everybody uses.',
  },
  {
    name: 'Fuzzy premium database',
    text: 'Hashes of fresh spam campaigns, asked by your own Rspamd while the message is still at the door.',
  },
  {
    name: 'Stable packages repository',
    text: 'Tested packages for EL-based and Debian-based systems, behind the same key.',
  },
  {
    name: 'Fuzzy bulk service',
    text: 'Knows mail that is being sent to many people at once, and gives it a weight that you decide.',
  },
  {
    name: 'Scalable to demands',
    text: 'Raise the quantity when your traffic grows: the daily limit grows with it.',
  },
  { name: 'Priority support', text: 'Your questions are answered first, by people who know the code.' },
  { name: 'SLA', text: 'A written service level for the fuzzy service, for those who need one.' },
  {
    name: 'Custom development and consulting',
    text: 'Modules, integrations and reviews of your configuration, made to order.',
  },
  { name: 'Training', text: 'For the people who run your mail system, at their level and on their configuration.' },
];
