import type { TimelineKind } from '#lib/admin/timeline/kinds.ts';
import type { TimelineEntry } from '#lib/admin/timeline/timeline.ts';
import { LOGIN_REFUSAL_TEXTS } from '#lib/auth/login-refusal-texts.ts';
import type { AuditAction } from '#lib/audit/audit.ts';
import { formatDay, formatMoney, shorten } from '#lib/base/text/format.ts';
import { planLabel, type PlanName, statusText } from '#lib/billing/plan.ts';
import { CANCEL_REASON_TEXTS, type MovementKind } from '#lib/billing/schema.ts';

export const KIND_LABELS: Readonly<Record<TimelineKind, string>> = {
  mail: 'Emails',
  billing: 'Billing',
  key: 'Keys',
  login: 'Logins',
  admin: 'By admins',
  account: 'Account',
};

/** A sentence for each action. The types ask for one when an action is added. */
const TEXTS: Readonly<Record<AuditAction | `revenue.${MovementKind}`, string>> = {
  'user.signed_up': 'Signed up',
  'user.created': 'Account created',
  'user.email_verified': 'Verified the email address',
  'user.verification_requested': 'Asked for a verification link',
  'user.password_reset_requested': 'Asked for a reset link',
  'user.password_reset': 'Chose a new password',
  'user.password_changed': 'Changed the password',
  'user.totp_enabled': 'Turned on two-factor login',
  'user.totp_disabled': 'Turned off two-factor login',
  'user.two_factor_removed': 'Two-factor login removed',
  'user.recovery_codes_created': 'Made new recovery codes',
  'user.passkey_added': 'Added a passkey',
  'user.passkey_renamed': 'Renamed a passkey',
  'user.passkey_removed': 'Removed a passkey',
  'user.email_change_requested': 'Asked to change the email address',
  'user.email_change_cancelled': 'Cancelled the change of the email address',
  'user.email_changed': 'Email address changed',
  'user.email_change_undone': 'Change of the email address undone',
  'user.invoice_details_changed': 'Changed the invoice details',
  'user.exported': 'Downloaded their data',
  'user.usage_alerts_changed': 'Changed the emails about usage',
  'user.server_named': 'Named a mail server',
  'user.server_addresses_changed': 'Changed whether server addresses are shown',
  'user.usage_token_created': 'Created a usage token',
  'user.usage_token_revoked': 'Revoked a usage token',
  'user.invited': 'Invited',
  'user.invitation_revoked': 'Invitation revoked',
  'account.member_invited': 'Invited a person to the account',
  'account.invitation_revoked': 'Withdrew an invitation to the account',
  'account.member_joined': 'Became a member of an account',
  'account.role_changed': 'Got another role in an account',
  'account.renamed': 'Named the account',
  'account.two_factor_required': 'Changed whether members need a second factor',
  'account.handed_over': 'Was made an owner of an account by an admin',
  'account.owner_added': 'The account got another owner from an admin',
  'account.member_removed': 'Is no longer a member of an account',
  'user.blocked': 'Blocked',
  'user.unblocked': 'Unblocked',
  'user.updated': 'Edited',
  'user.deleted': 'Account deleted',
  'user.stripe_customer_removed': 'Stripe customer removed',
  'user.list_exported': 'Exported the list of users',
  'user.saved_view_created': 'Saved a view of a list',
  'user.saved_view_renamed': 'Renamed a view of a list',
  'user.saved_view_deleted': 'Deleted a view of a list',
  'user.view_started': 'Account viewed as customer',
  'user.viewed': 'Viewed a page as customer',
  'user.view_ended': 'View as customer ended',
  'session.started': 'Logged in',
  'session.refused': 'Login refused',
  'session.confirmed': 'Re-entered the password',
  'session.ended': 'Logged out',
  'sessions.ended': 'Logged out elsewhere',
  'access.refused': 'Access refused',
  'mail.sent': 'Emailed',
  'mail.refused': 'Email refused by the server',
  'fuzzy_key.generated': 'Key created',
  'fuzzy_key.updated': 'Key edited',
  'fuzzy_key.suspended': 'Key suspended',
  'fuzzy_key.resumed': 'Key switched on',
  'fuzzy_key.deleted': 'Key deleted',
  'fuzzy_key.rotated': 'Key rotated',
  'fuzzy_key.retired': 'Old key ended',
  'fuzzy_key.plan_applied': 'Key follows the plan again',
  'fuzzy_key.connection_checked': 'Checked a connection',
  'subscription.synced': 'Subscription changed',
  'subscription.changed': 'Changed the plan',
  'subscription.change_scheduled': 'Scheduled a change of plan',
  'subscription.change_waiting': 'Change of plan waits for its payment',
  'subscription.change_dropped': 'Kept the plan: the change was dropped',
  'subscription.cancelled': 'Cancelled the plan',
  'subscription.resumed': 'Resumed the plan: the cancellation was taken back',
  'subscription.withdrawn': 'Withdrew from the contract',
  'subscription.withdrawal_settled': 'Withdrawal settled',
  'subscription.end_requested': 'Ended the plan immediately',
  'stripe_event.ignored': 'Event of Stripe ignored',
  'billing_alert.raised': 'Billing alert raised',
  'billing_alert.resolved': 'Billing alert resolved',
  'billing.reconciled': 'Reconciled with Stripe',
  'billing.reconcile_requested': 'Asked to reconcile with Stripe',
  'inbox_entry.dismissed': 'Put aside in the inbox',
  'inbox_entry.restored': 'Brought back to the inbox',
  'audit.exported': 'Exported the audit log',
  'job.run_again': 'Ran failed jobs again',
  'storage_server.created': 'Created a storage host',
  'storage_server.token_rotated': 'Replaced the token of a storage host',
  'storage_server.host_changed': 'Changed the host name of a storage host',
  'storage_server.enrolment_code_created': 'Created an enrolment code',
  'storage_server.enrolled': 'Storage host enrolled',
  'storage_server.removed': 'Removed a storage host',
  'hash_report.created': 'Reported a hash',
  'hash_report.answered': 'Answered a question about a report',
  'hash_report.judged': 'Judged a report of a hash',
  'hash_report.settled': 'All hosts answered a report of a hash',
  'hash_refusal.lifted': 'Let hosts learn a hash again',
  'testimonial.created': 'Wrote a testimonial',
  'testimonial.updated': 'Edited a testimonial',
  'testimonial.approved': 'Approved a testimonial',
  'testimonial.withdrawn': 'Withdrew a testimonial',
  'testimonial.deleted': 'Deleted a testimonial',
  'signing_key.created': 'Signing key created',
  'signing_key.activated': 'Signing key activated',
  'signing_key.deleted': 'Signing key deleted',
  'oauth_client.created': 'Created an OAuth client',
  'oauth_client.updated': 'Edited an OAuth client',
  'oauth_client.deleted': 'Deleted an OAuth client',
  'oauth_client.secret_regenerated': 'Replaced the secret of an OAuth client',
  'oauth_client.registered': 'OAuth client registered',
  'oauth_client.blocked': 'Blocked an OAuth client',
  'oauth_client.unblocked': 'Unblocked an OAuth client',
  'oauth_client.scope_refused': 'Scope refused to an OAuth client',
  'oauth_settings.updated': 'Changed the OAuth settings',
  'initial_token.created': 'Created an initial access token',
  'initial_token.revoked': 'Revoked an initial access token',
  'oauth_token.revoked': 'Revoked an OAuth token',
  'consent.granted': 'Connected an app',
  'consent.denied': 'Denied an app access',
  'consent.revoked': 'Disconnected an app',
  'logout_token.delivered': 'An app was told of the logout',
  'logout_token.failed': 'An app could not be told of the logout',
  'revenue.new': 'Started paying',
  'revenue.reactivation': 'Started paying again',
  'revenue.expansion': 'Upgraded',
  'revenue.contraction': 'Downgraded',
  'revenue.churn': 'Stopped paying',
};

const isKnown = (what: string): what is keyof typeof TEXTS => Object.hasOwn(TEXTS, what);

const inWords = (name: string) =>
  name.replaceAll(/[._]/g, ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The entry as a sentence: `Downgraded: −£25.00 a month`, `Emailed: Two-factor login is on`. */
export function titleOf({ what, data }: TimelineEntry): string {
  if (!isKnown(what)) return startingBig(inWords(what)); // of a later release
  if (what === 'mail.sent' || what === 'mail.refused') return `${TEXTS[what]}: ${subjectOf(data)}`;
  if (what === 'subscription.synced') return endText(data) ?? TEXTS[what];
  if (what === 'subscription.cancelled') return cancelledText(data);
  if (what.startsWith('revenue.')) return `${movementText(what, data)}: ${moneyText(data)}`;
  if (what.startsWith('inbox_entry.')) return `${TEXTS[what]}: ${inWords(String(data.kind))}`;
  return TEXTS[what];
}

const startingBig = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

/** An email's subject; of older entries the name of its template. */
const subjectOf = ({ subject, template }: Record<string, unknown>): string =>
  typeof subject === 'string' ? subject : startingBig(inWords(String(template)));

/** A customer who pays more or less without another plan has neither upgraded nor downgraded. */
function movementText(what: keyof typeof TEXTS, { cause }: Record<string, unknown>): string {
  const isPlan = String(cause).includes('plan');
  if (what === 'revenue.expansion' && !isPlan) return 'Pays more';
  return what === 'revenue.contraction' && !isPlan ? 'Pays less' : TEXTS[what];
}

/** Details in one line; empty if there are none. */
export function detailsOf(entry: TimelineEntry): string {
  const { what, data, key, reason } = entry;
  const facts = [
    key !== null && `key ${key}`,
    what === 'subscription.synced' && endText(data) === null && changeText(data),
    isPlanChange(what) && orderText(data),
    what.startsWith('revenue.') && data.cause !== 'plan' && inWords(String(data.cause)),
    what === 'inbox_entry.dismissed' && forText(data),
    typeof data.reason === 'string' && wordsOf(data.reason),
    typeof data.page === 'string' && data.page,
    typeof data.how === 'string' && wordsOf(data.how),
    reason,
    fieldsText(data),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** What audit entries call a reason or a way, besides the customer's reason to cancel. */
const WORDS: Readonly<Record<string, string>> = {
  ...LOGIN_REFUSAL_TEXTS,
  ...CANCEL_REASON_TEXTS,
  too_many: 'more sessions than an account may have',
  admin: 'by an admin',
  unverified: 'the address was never verified',
  invitation: 'with the link of an invitation',
  set: 'set by an admin',
  mailed: 'by a link that an admin sent',
};

const wordsOf = (name: string): string => WORDS[name] ?? inWords(name);

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

/** The plan that a person chose: `Scale × 2, by the year`. */
function orderText({ plan, interval, quantity }: Record<string, unknown>): string {
  const units = Number(quantity) > 1 ? ` × ${Number(quantity)}` : '';
  return typeof plan === 'string' ? `${planLabel(plan as PlanName)}${units}, by the ${String(interval)}` : '';
}

function changeText({ before, after }: Record<string, unknown>): string {
  const [was, is] = [stateText(before), stateText(after)];
  return was ? `${was} → ${is}` : is;
}

function stateText(state: unknown): string {
  const { plan, status, quantity } = stateOf(state) ?? {};
  if (typeof status !== 'string') return '';
  const units = Number(quantity) > 1 ? ` × ${Number(quantity)}` : '';
  return `${typeof plan === 'string' ? planLabel(plan as PlanName) : 'other plan'}${units}, ${statusText(status).toLowerCase()}`;
}

const forText = ({ for: time }: Record<string, unknown>) => (time === 'done' ? 'done' : `for a ${String(time)}`);

function moneyText({ yearly_pence: pence, currency }: Record<string, unknown>): string {
  const amount = Number(pence) / 12;
  const money = formatMoney({ amount: Math.abs(amount), currency: String(currency) });
  return `${amount < 0 ? '−' : '+'}${money} a month`;
}

/** The names of edited fields. */
function fieldsText({ after, changed, template }: Record<string, unknown>): string {
  if (template !== undefined) return '';
  const edited = typeof after === 'object' && after !== null && !('status' in after) ? Object.keys(after) : [];
  const typed = Array.isArray(changed) ? changed.map(String) : [];
  return shorten([...edited, ...typed].map(inWords).join(', '), 80);
}
