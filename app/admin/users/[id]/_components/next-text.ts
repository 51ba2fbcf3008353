import { formatDay, formatMoney } from '#lib/base/text/format.ts';
import type { BillingView } from '#lib/billing/views.ts';
import type { AdminUserView } from '#lib/users/views.ts';

const day = (at: string) => formatDay(new Date(at));

/** What happens next to a customer if no one acts, the most urgent first. */
export function nextOf(user: AdminUserView, billing: BillingView | undefined): string[] {
  const { is_blocked: isBlocked } = user.custom_limits;
  const blocked = isBlocked ? ['Blocked: the keys are refused until the user is unblocked.'] : [];
  return [...blocked, ...(billing ? ofBilling(billing) : [])];
}

function ofBilling({
  subscription,
  next_charge: charge,
  open_invoice: open,
  is_manual: isManual,
}: BillingView): string[] {
  if (isManual) return ['A key assigned by an admin: nothing is charged.'];
  if (!subscription) return ['No subscription: nothing is charged.'];
  const { status, cancel_at: endsAt, ended_at: endedAt, current_period_end: periodEnd } = subscription;
  if (endedAt) return [`The subscription ended on ${day(endedAt)}.`];
  const texts: string[] = [];
  if (open) {
    const again = open.next_attempt ? `Stripe tries again on ${day(open.next_attempt)}` : 'Stripe does not try again';
    texts.push(`${formatMoney(open)} is unpaid. ${again}.`);
  }
  if (status === 'past_due' && !open) texts.push('The last payment failed; the key still works.');
  if (status === 'unpaid') texts.push('The key is suspended until the open invoice is paid.');
  if (endsAt) texts.push(`Ends on ${day(endsAt)}: the key stops, and nothing more is charged.`);
  else if (charge) texts.push(`Next charge of ${formatMoney(charge)} on ${day(charge.at)}.`);
  else if (periodEnd && status === 'active') texts.push(`Renews on ${day(periodEnd)}.`);
  return texts.length ? texts : ['Nothing is scheduled.'];
}
