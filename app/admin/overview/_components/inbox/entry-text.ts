import { relativeTime } from '#components/ui/data/time-text.ts';
import type { InboxKind } from '#lib/admin/inbox/schema.ts';
import type { InboxEntryView } from '#lib/admin/inbox/views.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { countOf, customerDay, formatDay, shorten, utcTime, withQuantity } from '#lib/base/text/format.ts';
import { pathOfChange } from '#lib/billing/fitting-plan.ts';
import { planLabel } from '#lib/billing/plan.ts';
import { CANCEL_REASON_TEXTS } from '#lib/billing/schema.ts';

export const KIND_LABELS: Readonly<Record<InboxKind, string>> = {
  past_due: 'Past due',
  leaving: 'Leaving',
  over: 'Over the limit',
  silent: 'Silent keys',
  spread: 'Many networks',
  billing: 'Billing',
  jobs: 'Failed jobs',
  hosts: 'Silent hosts',
};

/** The kind of one entry, where the list's name is a plural. */
export const ROW_LABELS: Readonly<Record<InboxKind, string>> = {
  ...KIND_LABELS,
  silent: 'Silent key',
  hosts: 'Silent host',
};

/** What each kind means, for its tooltip. */
export const KIND_DEFINITIONS: Readonly<Record<InboxKind, string>> = {
  past_due: 'The last payment failed. The key still works; the revenue ends if the subscription does.',
  leaving: 'Cancelled, and still running.',
  over: 'More requests in the last 24 hours than the daily limit. At most ten minutes old.',
  silent: 'A key in use with requests in the last 7 days, but none in the last 24 hours.',
  spread:
    'Used from more than 10 networks (/24 or IPv6 /64) in the last 7 days: the key may be shared. Only pseudonyms of networks are known; addresses stay at the storage hosts.',
  billing: 'Stripe and our database disagree, or a payment belongs to no user.',
  jobs: 'Emails and other background work that failed three times or more.',
  hosts: 'No contact for 3 minutes, or never.',
};

/** What is the matter, without the time. */
export function factOf(entry: InboxEntryView): string {
  switch (entry.kind) {
    case 'past_due':
      return 'Payment failed';
    case 'leaving':
      return [
        entry.ends_at ? `Ends on ${formatDay(new Date(entry.ends_at))}` : 'Ends',
        entry.reason && `reason given: “${CANCEL_REASON_TEXTS[entry.reason]}”`,
      ]
        .filter(Boolean)
        .join(', ');
    case 'over':
      return [
        `${entry.percent ?? 0}% of the limit`,
        entry.days_over ? `over it on ${entry.days_over} of the last 7 days` : '',
      ]
        .filter(Boolean)
        .join(', ');
    case 'silent':
      return 'No requests';
    case 'spread':
      return `Used from ${countOf(entry.networks ?? 0, 'network')} in 7 days, known only by pseudonym`;
    case 'billing':
      return entry.why ?? '';
    case 'jobs':
      return [`${countOf(entry.jobs ?? 0, 'job')} failed`, entry.why && shorten(entry.why, 120)]
        .filter(Boolean)
        .join(': ');
    case 'hosts':
      return entry.since ? 'No contact' : 'Never connected';
  }
}

/** `since 2026-11-21, 8 days ago`; of today, `since 20:35 UTC, 11 minutes ago`. `now` is null before it is known. */
export function sinceText(at: Date, now: Date | null): string {
  if (now === null) return `since ${formatDay(at)}`;
  const start = formatDay(at) === formatDay(now) ? utcTime(at).slice(11) : formatDay(at);
  return `since ${start}, ${relativeTime(at, now)}`;
}

/** The page that is about the entry's subject. */
export function placeOf({ kind, user, name }: InboxEntryView): string {
  if (user) return paths.adminUser(user.id);
  if (kind === 'jobs') return `${paths.adminJobs}?queue=${encodeURIComponent(name)}`;
  if (kind === 'hosts') return `${paths.adminServers}?attention=silent`;
  if (kind === 'billing') return paths.adminBilling;
  return withQuery(paths.adminKeys, { search: name, usage: name });
}

/** `Suggest Scale × 2`. */
export const raiseText = ({ plan, quantity }: NonNullable<InboxEntryView['raise']>): string =>
  withQuantity(planLabel(plan), quantity);

type Letter = { subject: string; body: string };

/** A letter to the customer, to be sent from the admin's own mail program; null if there is nothing to write. */
export function letterOf(entry: InboxEntryView, site: string): Letter | null {
  switch (entry.kind) {
    case 'past_due':
      return {
        subject: 'Your last payment failed',
        body: `Hello,\n\nyour last payment for Rspamd Premium failed. Your key still works. You can change the card and pay here:\n${site}${paths.billing}\n`,
      };
    case 'leaving':
      return {
        subject: 'Your Rspamd Premium subscription',
        body: `Hello,\n\nyour subscription ends on ${entry.ends_at ? customerDay(new Date(entry.ends_at)) : 'its last day'}. ${entry.reason ? `When you cancelled, you chose “${CANCEL_REASON_TEXTS[entry.reason]}”. ` : 'What made you cancel it? '}If you would like to keep it:\n${site}${paths.plan()}\n`,
      };
    case 'over': {
      if (!entry.raise) return null;
      const link = pathOfChange(entry.raise);
      return {
        subject: 'More requests than your plan has',
        body: `Hello,\n\nyour mail servers sent ${entry.percent ?? 0}% of your daily limit in the last 24 hours. ${raiseText(entry.raise)} fits. What it costs, before you confirm:\n${site}${link}\n`,
      };
    }
    default:
      return null;
  }
}

export const mailto = (email: string, { subject, body }: Letter): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
