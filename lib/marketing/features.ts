/** The nine features of the home page (spec §3): what each one means to somebody who runs a mail system. */
export const features: readonly { name: string; text: string }[] = [
  {
    name: 'Fuzzy premium database',
    text: 'Hashes of fresh spam campaigns, asked by your own Rspamd while the message is still at the door.',
  },
  {
    name: 'Fuzzy bulk service',
    text: 'Knows mail that is being sent to many people at once, and gives it a weight that you decide.',
  },
  {
    name: 'Stable packages repository',
    text: 'Tested packages for EL-based and Debian-based systems, behind the same key.',
  },
  {
    name: 'Scalable to demands',
    text: 'One key for any number of servers. Raise the quantity when your traffic grows.',
  },
  { name: 'Open source project support', text: 'What you pay goes into the open source filter that everybody uses.' },
  { name: 'Priority support', text: 'Your questions are answered first, by people who know the code.' },
  { name: 'SLA', text: 'A written service level for the fuzzy service, for those who need one.' },
  {
    name: 'Custom development and consulting',
    text: 'Modules, integrations and reviews of your configuration, made to order.',
  },
  { name: 'Training', text: 'For the people who run your mail system, at their level and on their configuration.' },
];
