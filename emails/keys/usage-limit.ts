import type { MailParts } from '#emails/parts/mail-parts.ts';
import { limitText, usagePercent } from '#lib/base/daily-limit.ts';
import { customerTime } from '#lib/base/text/format.ts';
import { countOf } from '#lib/base/text/format.ts';

export type UsageLimitProps = {
  key: string;
  /** the plan's name; null for a key without one */
  plan: string | null;
  used: number;
  limit: number;
  isReached: boolean;
  /** the end of the 24 hours, ISO 8601 in UTC */
  until: string;
  dashboardUrl: string;
  /** where the plan is changed; null if the limit was set for this user and no plan changes it */
  raiseUrl: string | null;
  /** the change that fits and its price; null if none does */
  offer: string | null;
  supportMail: string;
};
export const sample: UsageLimitProps = {
  key: '8ywi4tmbzp5f…',
  plan: 'Starter',
  used: 55_204,
  limit: 60_000,
  isReached: false,
  until: '2026-11-23T10:10:00.000Z',
  dashboardUrl: 'https://premium.example/usage',
  raiseUrl: 'https://premium.example/plan?plan=scale&interval=month&quantity=1',
  offer: 'Scale: 100,000 emails a day (200,000 requests) for £50 a month, plus VAT',
  supportMail: 'support@premium.example',
};

/** Sent when the requests of the last 24 hours are near a key's daily limit, and when they reach it. */
export const usageLimit = (props: UsageLimitProps): MailParts => {
  const { key, plan, used, limit, isReached, until, dashboardUrl, raiseUrl, offer, supportMail } = props;
  const heading = isReached ? 'You have reached your daily limit' : 'You are near your daily limit';
  const percent = usagePercent(used, limit);
  return {
    subject: `${heading}: ${percent}% of ${limitText(limit)}`,
    preheader: isReached
      ? 'Further requests may be refused. Raise your limit to keep all mail covered.'
      : 'Requests above it may be refused. You can raise it now.',
    heading,
    intro: [isReached ? REACHED : NEAR],
    figures: [
      ['Used', countOf(used, 'request')],
      ['Daily limit', limitText(limit)],
      ['Share', `${percent}%`],
      ['Window', 'last 24 hours'],
      ['As of', customerTime(new Date(until))],
      ...(plan ? [['Plan', plan] as const] : []),
      ['Key', key],
    ],
    action: raiseUrl ? { label: 'Raise your limit', url: raiseUrl } : { label: 'See your usage', url: dashboardUrl },
    outro: [
      offer
        ? `What fits your use: ${offer}. ${SAME_KEY}`
        : raiseUrl
          ? HOW_TO_RAISE
          : `Your limit was set for you. To raise it, write to ${supportMail}.`,
      HOW_TO_MUTE,
    ],
  };
};

const REACHED =
  'Requests above the limit may be refused: Rspamd then shows FUZZY_RATELIMITED, and that mail is filtered without the premium hashes.';
const NEAR = 'Requests above the limit may be refused, and that mail is filtered without the premium hashes.';
const SAME_KEY = 'Your key stays the same.';
const HOW_TO_RAISE = `A larger plan or a higher quantity raises the limit. ${SAME_KEY}`;
/** The last line of every email about usage. */
export const HOW_TO_MUTE = 'You can turn these emails off on your account page.';
