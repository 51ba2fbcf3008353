import type { TimelineKind } from '#lib/admin/timeline/kinds.ts';
import type { TimelineEntry } from '#lib/admin/timeline/timeline.ts';
import { formatDay, formatMoney, shorten } from '#lib/base/text/format.ts';

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
  'user.invoice_details_changed': 'Changed the invoice details',
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
  'fuzzy_key.plan_applied': 'Key follows the plan again',
  'subscription.changed': 'Changed the plan',
  'subscription.change_scheduled': 'Scheduled a change of plan',
  'subscription.change_waiting': 'Change of plan waits for its payment',
  'subscription.change_dropped': 'Kept the plan: the change was dropped',
  'subscription.resumed': 'Resumed the plan: the cancellation was taken back',
  'subscription.withdrawn': 'Withdrew from the contract',
  'subscription.withdrawal_settled': 'Withdrawal settled',
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
  if (what === 'mail.refused') return `Email refused by the server: ${inWords(String(data.template))}`;
  if (what === 'subscription.synced') return endText(data) ?? 'Subscription changed';
  if (what === 'subscription.cancelled') return cancelledText(data);
  return TEXTS[what] ?? inWords(what).replace(/^./, (letter) => letter.toUpperCase());
}

/** Details in one line; empty if there are none. */
export function detailsOf(entry: TimelineEntry): string {
  const { what, data, key, reason } = entry;
  const facts = [
    key !== null && `key ${key}`,
    what === 'subscription.synced' && endText(data) === null && changeText(data),
    isPlanChange(what) && orderText(data),
    what.startsWith('revenue.') && moneyText(data),
    typeof data.reason === 'string' && inWords(data.reason),
    typeof data.page === 'string' && data.page,
    typeof data.how === 'string' && inWords(data.how),
    reason,
    fieldsText(data),
  ];
  return facts.filter(Boolean).join(' · ');
}

type State = { plan?: unknown; status?: unknown; quantity?: unknown; cancel_at?: unknown };
const stateOf = (state: unknown): State | null => (typeof state === 'object' ? state : null);
const endsOn = (cancelAt: unknown) => `ends on ${formatDay(new Date(String(cancelAt)))}`;

/** What became of the end of a subscription; null if anything else changed. */
function endText(data: Record<string, unknown>): string | null {
  const [was, is] = [stateOf(data.before), stateOf(data.after)];
  if (!was || !is || stateText(was) !== stateText(is)) return null;
  const [before, after] = [was.cancel_at ?? null, is.cancel_at ?? null];
  if (before === after) return null;
  if (after === null) return 'Cancellation taken back';
  return `${before === null ? 'Cancelled' : 'End moved'}: ${endsOn(after)}`;
}

const cancelledText = ({ at_once: isAtOnce, cancel_at: cancelAt }: Record<string, unknown>): string => {
  if (isAtOnce === true) return 'Cancelled the plan: ended immediately';
  return typeof cancelAt === 'string' ? `Cancelled the plan: ${endsOn(cancelAt)}` : 'Cancelled the plan';
};

const isPlanChange = (what: string) =>
  ['subscription.changed', 'subscription.change_scheduled', 'subscription.change_waiting'].includes(what);

/** The plan that a person chose: `scale × 2, by the year`. */
function orderText({ plan, interval, quantity }: Record<string, unknown>): string {
  const units = Number(quantity) > 1 ? ` × ${Number(quantity)}` : '';
  return typeof plan === 'string' ? `${plan}${units}, by the ${String(interval)}` : '';
}

function changeText({ before, after }: Record<string, unknown>): string {
  const [was, is] = [stateText(before), stateText(after)];
  return was ? `${was} → ${is}` : is;
}

function stateText(state: unknown): string {
  const { plan, status, quantity } = stateOf(state) ?? {};
  if (typeof status !== 'string') return '';
  const units = Number(quantity) > 1 ? ` × ${Number(quantity)}` : '';
  return `${typeof plan === 'string' ? plan : 'other plan'}${units}, ${inWords(status)}`;
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
