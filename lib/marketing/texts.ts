/** The headline of the home page and of its preview. */
export const headline = 'Recognise known spam, even when a word changes.';

/** The three claims of the hero. */
export const claims: readonly { value: string; label: string }[] = [
  { value: '100+', label: 'enterprise users' },
  { value: '100k+', label: 'open source users' },
  { value: '~100', label: 'messages per second' },
];

/** Facts of the open source section. */
export const openSourceFacts: readonly { value: string; label: string }[] = [
  { value: '20+', label: 'contributors' },
  { value: '2,200+', label: 'stars' },
  { value: '2008', label: 'first released' },
];

/**
 * What a subscription changes on a mail server: a line in two configuration files, what is sent, and how to undo it. Backquotes
 * mark code.
 */
export const serverChanges: readonly { subject: string; text: string }[] = [
  {
    subject: '`local.d/fuzzy_check.conf`',
    text: 'One line includes two rules with your key: one asks the premium storage, the other the bulk storage. Both only read.',
  },
  {
    subject: '`local.d/fuzzy_group.conf`',
    text: 'One line includes the weights of their symbols: `FUZZY_PLUS_DENIED` 10.0, `FUZZY_BULK` 0.1. Your own weights come first.',
  },
  {
    subject: 'What is sent',
    text: 'Of a message, encrypted hashes and nothing else: no text, no sender, no recipient. The rules say `no_share = yes`. The text cannot be read from its hashes, but a person who has the same text can recognise it by them.',
  },
  {
    subject: 'Uninstalling',
    text: 'One command takes out what was added. Your own rules stay as they are.',
  },
];
