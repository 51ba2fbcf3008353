import type { TimelineKind } from '#lib/admin/timeline/kinds.ts';
import type { TimelineEntry } from '#lib/admin/timeline/timeline.ts';
import { formatMoney, shorten } from '#lib/format.ts';

export const KIND_LABELS: Readonly<Record<TimelineKind, string>> = {
  mail: 'Emails',
  billing: 'Billing',
  key: 'Keys',
  login: 'Logins',
  admin: 'By admins',
  account: 'Account',
};

/** Texts by action. An action without a text is shown by its name, with spaces. */
const TEXTS: Readonly<Record<string, string>> = {
  'user.signed_up': 'Signed up',
  'user.created': 'Created',
  'user.email_verified': 'Verified the email address',
  'user.verification_requested': 'Asked for a verification link',
  'user.password_reset_requested': 'Asked for a reset link',
  'user.password_reset': 'Password reset',
  'user.password_changed': 'Changed the password',
  'user.invited': 'Invited',
  'user.invitation_revoked': 'Invitation revoked',
  'user.blocked': 'Blocked',
  'user.unblocked': 'Unblocked',
  'user.updated': 'Edited',
  'user.view_started': 'Account viewed as customer',
  'user.viewed': 'Viewed a page as customer',
  'user.view_ended': 'View as customer ended',
  'session.started': 'Logged in',
  'session.refused': 'Login refused',
  'session.confirmed': 'Confirmed the login again',
  'session.ended': 'Logged out',
  'sessions.ended': 'Sessions ended',
  'fuzzy_key.generated': 'Key created',
  'fuzzy_key.updated': 'Key edited',
  'fuzzy_key.suspended': 'Key suspended',
  'fuzzy_key.resumed': 'Key switched on',
  'fuzzy_key.deleted': 'Key deleted',
  'fuzzy_key.rotated': 'Key rotated',
  'fuzzy_key.retired': 'Old key ended',
  'subscription.synced': 'Subscription changed',
  'subscription.changed': 'Changed the plan',
  'subscription.change_scheduled': 'Scheduled a change of plan',
  'subscription.change_waiting': 'Change of plan waits for its payment',
  'subscription.change_dropped': 'Kept the plan',
  'subscription.cancelled': 'Cancelled the plan',
  'subscription.resumed': 'Resumed the plan',
  'subscription.end_requested': 'Ended the plan immediately',
  'revenue.new': 'Started paying',
  'revenue.reactivation': 'Started paying again',
  'revenue.expansion': 'Pays more',
  'revenue.contraction': 'Pays less',
  'revenue.churn': 'Stopped paying',
};

const inWords = (name: string) =>
  name.replaceAll(/[._]/g, ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The entry in a few words: `Key rotated`, `Email sent: password voided`. */
export function titleOf({ what, data }: TimelineEntry): string {
  if (what === 'mail.sent') return `Email sent: ${inWords(String(data.template))}`;
  return TEXTS[what] ?? inWords(what).replace(/^./, (letter) => letter.toUpperCase());
}

/** Details in one line; empty if there are none. */
export function detailsOf(entry: TimelineEntry): string {
  const { what, data, key, reason } = entry;
  const facts = [
    key !== null && `key ${key}`,
    what === 'subscription.synced' && changeText(data),
    what.startsWith('revenue.') && moneyText(data),
    typeof data.reason === 'string' && inWords(data.reason),
    typeof data.page === 'string' && data.page,
    typeof data.how === 'string' && inWords(data.how),
    reason,
    fieldsText(data),
  ];
  return facts.filter(Boolean).join(' · ');
}

function changeText({ before, after }: Record<string, unknown>): string {
  const [was, is] = [stateText(before), stateText(after)];
  return was ? `${was} → ${is}` : is;
}

function stateText(state: unknown): string {
  if (typeof state !== 'object' || state === null) return '';
  const { plan, status, quantity } = state as Record<string, unknown>;
  const units = Number(quantity) > 1 ? ` × ${Number(quantity)}` : '';
  return `${typeof plan === 'string' ? plan : 'other plan'}${units}, ${inWords(String(status))}`;
}

function moneyText({ cause, yearly_pence: pence, currency }: Record<string, unknown>): string {
  const amount = Number(pence) / 12;
  const money = formatMoney({ amount: Math.abs(amount), currency: String(currency) });
  return `${amount < 0 ? '−' : '+'}${money} a month, ${inWords(String(cause))}`;
}

/** The names of edited fields. */
function fieldsText({ after, changed, template }: Record<string, unknown>): string {
  if (template !== undefined) return '';
  const edited = typeof after === 'object' && after !== null && !('status' in after) ? Object.keys(after) : [];
  const typed = Array.isArray(changed) ? changed.map(String) : [];
  return shorten([...edited, ...typed].map(inWords).join(', '), 80);
}
