import { LIST_FLAGS, type List } from '#lib/storage/schema.ts';

/**
 * Must change with any word of the texts below, so that each storage host learns the new ones (docs/decisions/0041).
 * The old ones stay known until they expire.
 */
export const TEST_MESSAGE_VERSION = 1;

/**
 * Without a word that a filter would punish, and with more words than `min_length`. The two share no three words in a
 * row.
 */
const TEXTS: Readonly<Record<List, string>> = {
  premium: `This is the test message of the premium fuzzy storage. It checks that a
mail server reaches the storage with its own key, and that an answer
comes back. Every storage host has learned the words of this paragraph,
so a mail server that is set up reports a match for them, with the
symbol FUZZY_PLUS_DENIED. The match adds less than two points to the
score: that is enough to be seen in a log, and too little to move a
message anywhere. Nothing in this text is an offer, a link, an
attachment or an address. Whoever finds it in a mailbox may delete it,
because somebody was only trying out a filter, and the trial worked.`,
  bulk: `The bulk list has a text of its own to try it out, and these are the
words. Newsletters and other mailings that many people receive are on
that list, so its answer says how often something was sent rather than
whether it is bad. When your configuration asks for bulk mail, it finds
all of them there, shows FUZZY_BULK, and leaves the total almost as it
was. Once the symbol appears, rules, port, name and key are right; until
then, look at the firewall first. Please keep each sentence as it is,
since a changed one has other fingerprints, and nobody would recognise
it.`,
};

/** The complete message that shows a match on a list, always the same, with CRLF (RFC 5322). */
export const testMessage = (list: List): string =>
  [
    'From: Test message <test-message@example.com>',
    'To: <postmaster@example.com>',
    `Subject: Test message of the ${list} fuzzy storage, version ${TEST_MESSAGE_VERSION}`,
    'Date: Tue, 24 Nov 2026 06:00:00 +0000',
    `Message-ID: <test-message.${list}.${TEST_MESSAGE_VERSION}@example.com>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=us-ascii',
    'Content-Transfer-Encoding: 7bit',
    '',
    ...TEXTS[list].split('\n'),
    '',
  ].join('\r\n');

/**
 * The list that a key's test message is for: premium, or bulk if the key may not ask for premium; null if for neither.
 */
export const testedList = (forbiddenFlags: readonly number[]): List | null =>
  (['premium', 'bulk'] as const).find((list) => !forbiddenFlags.includes(LIST_FLAGS[list])) ?? null;
