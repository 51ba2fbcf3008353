import { expect, test } from 'vitest';
import type { BillingView, SubscriptionView } from '#lib/billing/views.ts';
import type { AdminUserView } from '#lib/users/views.ts';
import { nextOf } from './next-text.ts';

const user = (isBlocked = false) => ({ custom_limits: { is_blocked: isBlocked } }) as AdminUserView;
const bought = (more: Partial<SubscriptionView> = {}, rest: Partial<BillingView> = {}) =>
  ({
    is_manual: false,
    next_charge: null,
    open_invoice: null,
    subscription: { status: 'active', cancel_at: null, ended_at: null, current_period_end: null, ...more },
    ...rest,
  }) as BillingView;
const AT = '2026-12-27T10:00:00.000Z';
const money = { amount: 3000, currency: 'gbp' };

test.each<[string, BillingView | undefined, string[]]>([
  ['Stripe was not asked yet', undefined, []],
  ['a key is manual', bought({}, { is_manual: true }), ['A key assigned by an admin: nothing is charged.']],
  ['nothing was bought', bought({}, { subscription: null }), ['No subscription: nothing is charged.']],
  ['a plan continues', bought({}, { next_charge: { ...money, at: AT } }), ['Next charge of £30.00 on 2026-12-27.']],
  ['nothing is known of the next period', bought(), ['Nothing is scheduled.']],
  ['Stripe does not answer', bought({ current_period_end: AT }), ['Renews on 2026-12-27.']],
  [
    'a plan was cancelled',
    bought({ cancel_at: AT }),
    ['Ends on 2026-12-27: the key stops, and nothing more is charged.'],
  ],
  ['a plan has ended', bought({ ended_at: AT }), ['The subscription ended on 2026-12-27.']],
  [
    'a payment failed and is tried again',
    bought({ status: 'past_due' }, { open_invoice: { ...money, next_attempt: AT } }),
    ['£30.00 is unpaid. Stripe tries again on 2026-12-27.'],
  ],
  [
    'a payment failed for good',
    bought({ status: 'unpaid' }, { open_invoice: { ...money, next_attempt: null } }),
    ['£30.00 is unpaid. Stripe does not try again.', 'The key is suspended until the open invoice is paid.'],
  ],
  [
    'a payment failed, without Stripe',
    bought({ status: 'past_due', current_period_end: AT }),
    ['The last payment failed; the key still works.'],
  ],
])('says what happens next when %s', (_, billing, texts) => {
  expect(nextOf(user(), billing)).toEqual(texts);
  expect(nextOf(user(true), billing)).toEqual(['Blocked: the keys are refused until the user is unblocked.', ...texts]);
});
