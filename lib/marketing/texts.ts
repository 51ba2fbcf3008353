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
 * What a subscription changes on a mail server: two configuration files, what is sent, and how to undo it. Backquotes
 * mark code.
 */
export const serverChanges: readonly { subject: string; text: string }[] = [
  {
    subject: '`local.d/fuzzy_check.conf`',
    text: 'Two rules with your key: one asks the premium storage, the other the bulk storage. Both only read.',
  },
  {
    subject: '`local.d/fuzzy_group.conf`',
    text: 'The weights of their symbols: `FUZZY_PLUS_DENIED` 10.0, `FUZZY_BULK` 0.1. Change them as you see fit.',
  },
  {
    subject: 'What is sent',
    text: 'Encrypted hashes, never the text. The sender’s domain and IP address go with them, unless you set `no_share = yes`.',
  },
  {
    subject: 'Uninstalling',
    text: 'Remove both files and reload Rspamd.',
  },
];
