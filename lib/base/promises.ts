import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

/**
 * What the product promises. Code that keeps a promise, and every page, email and policy that states a promise, reads
 * it here. Lengths of time are in milliseconds.
 */
export const promises = {
  /** From payment, rotation or blocking to its effect on every storage host. */
  keyChange: 70 * SECOND,
  mailedLink: DAY,
  invitation: 72 * HOUR,
  emailUndo: 72 * HOUR,
  /** After this, an account whose address was never verified is deleted. */
  unverifiedAccount: 7 * DAY,
} as const;

/** Within how many working days a report of a vulnerability is answered (SECURITY.md says it, too). */
export const SECURITY_ANSWER_WORKING_DAYS = 2;

/** How long before its first day a new subprocessor is listed, and customers are told. */
export const SUBPROCESSOR_NOTICE_DAYS = 30;

/** The share of the daily limit, in percent, from which a user is near it. */
export const NEAR_PERCENT = 80;

/** What a private buyer who withdraws gets back, by the seller's setting, in the words of each place that says so. */
export const refundWords = {
  all: {
    mail: 'all that you paid',
    terms: 'all that you paid',
    plan: 'All that you paid',
    purchase: 'you get back all that you paid',
  },
  unused: {
    mail: 'what you paid, less the share of the days from the purchase to the withdrawal',
    terms: 'what you paid, less the share of the days until the withdrawal',
    plan: 'What you paid, less the share of the days until now,',
    purchase: 'you pay for the days until then, and no more',
  },
} as const;

/**
 * Commands for Rspamd: check and reload the configuration, and ask the storage. Without -s, the check accepts a wrong
 * key.
 */
export const commands = {
  configtest: 'rspamadm configtest -s',
  reload: 'systemctl reload rspamd',
  fuzzyPing: 'rspamadm fuzzy_ping -r FUZZY_PLUS',
} as const;

/** A promised length of time in words: `70 seconds`, `24 hours`. */
export const inWords = (ms: number): string => {
  const [count, unit] =
    ms < 2 * MINUTE ? [ms / SECOND, 'seconds'] : ms < 2 * HOUR ? [ms / MINUTE, 'minutes'] : [ms / HOUR, 'hours'];
  return `${count} ${unit}`;
};
