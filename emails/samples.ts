import * as deleted from './account/account-deleted.ts';
import * as recovered from './account/account-recovered.ts';
import * as viewed from './account/account-viewed.ts';
import * as blocked from './account/blocked.ts';
import * as invited from './account/invited.ts';
import * as memberInvited from './account/member-invited.ts';
import * as memberLeft from './account/member-left.ts';
import * as ownerAdded from './account/owner-added.ts';
import * as factorRequired from './account/two-factor-required.ts';
import * as subprocessor from './account/subprocessor-added.ts';
import * as verify from './account/verify-email.ts';
import * as welcome from './account/welcome.ts';
import * as card from './billing/card-expiring.ts';
import * as firstPayment from './billing/first-payment-failed.ts';
import * as overdue from './billing/invoice-overdue.ts';
import * as late from './billing/paid-after-end.ts';
import * as payment from './billing/payment-failed.ts';
import * as planChanged from './billing/plan-changed.ts';
import * as ended from './billing/subscription-ended.ts';
import * as withdrawn from './billing/withdrawn.ts';
import * as confirm from './email-address/confirm-new-email.ts';
import * as requested from './email-address/email-change-requested.ts';
import * as undone from './email-address/email-change-undone.ts';
import * as emailChanged from './email-address/email-changed.ts';
import * as taken from './email-address/email-taken.ts';
import * as hashReport from './keys/hash-report.ts';
import * as keyRotated from './keys/key-rotated.ts';
import * as silent from './keys/key-silent.ts';
import * as switchedOff from './keys/key-switched-off.ts';
import * as sources from './keys/sources.ts';
import * as limit from './keys/usage-limit.ts';
import * as token from './keys/usage-token-created.ts';
import type { MailParts } from './parts/mail-parts.ts';
import { renderMail } from './parts/render-mail.ts';
import * as device from './sign-in/new-device.ts';
import * as changed from './sign-in/password-changed.ts';
import * as voided from './sign-in/password-voided.ts';
import * as reset from './sign-in/reset-password.ts';
import * as signIn from './sign-in/sign-in-changed.ts';

/** Every email in its variants, by the folder of its template: for tests and stories. */
export const SAMPLES = {
  account: {
    verify_email: verify.verifyEmail(verify.sample),
    welcome: welcome.welcome(welcome.sample),
    welcome_to_several: welcome.welcome({ ...welcome.sample, quantity: 3 }),
    welcome_private: welcome.welcome({
      ...welcome.sample,
      withdrawal: {
        lastDay: '2026-12-12',
        refund: 'all',
        url: 'https://premium.example/plan',
        seller: 'Sample Seller Ltd, 1 Sample Street, London',
      },
    }),
    account_recovered: recovered.accountRecovered(recovered.sample),
    account_deleted: deleted.accountDeleted(deleted.sample),
    account_deleted_by_admin: deleted.accountDeleted({ ...deleted.sample, byOwner: false }),
    account_viewed: viewed.accountViewed(viewed.sample),
    blocked: blocked.blocked(blocked.sample),
    invited: invited.invited(invited.sample),
    member_invited: memberInvited.memberInvited(memberInvited.sample),
    member_left: memberLeft.memberLeft(memberLeft.sample),
    member_deleted: memberLeft.memberLeft({ ...memberLeft.sample, how: 'deleted' }),
    member_deleted_by_admin: memberLeft.memberLeft({ ...memberLeft.sample, how: 'deleted_by_admin' }),
    owner_added: ownerAdded.ownerAdded(ownerAdded.sample),
    owner_added_by_support: ownerAdded.ownerAdded({
      ...ownerAdded.sample,
      reason: 'Ada left the company, ticket 1234',
    }),
    two_factor_required: factorRequired.twoFactorRequired(factorRequired.sample),
    subprocessor_added: subprocessor.subprocessorAdded(subprocessor.sample),
  },
  billing: {
    payment_failed: payment.paymentFailed(payment.sample),
    first_payment_failed: firstPayment.firstPaymentFailed(firstPayment.sample),
    subscription_ended: ended.subscriptionEnded(ended.sample),
    subscription_stopped: ended.subscriptionEnded({
      ...ended.sample,
      isOver: false,
      url: 'https://premium.example/billing',
    }),
    subscription_ended_unpaid: ended.subscriptionEnded({ ...ended.sample, isUnpaid: true }),
    subscription_ended_owing: ended.subscriptionEnded({ ...ended.sample, isUnpaid: true, isInvoiced: true }),
    invoice_overdue: overdue.invoiceOverdue(overdue.sample),
    paid_after_end: late.paidAfterEnd(late.sample),
    plan_changed: planChanged.planChanged(planChanged.sample),
    plan_change_scheduled: planChanged.planChanged({
      ...planChanged.sample,
      what: 'scheduled',
      on: '12 July 2026',
      charged: null,
    }),
    plan_change_waiting: planChanged.planChanged({ ...planChanged.sample, what: 'waiting' }),
    plan_kept: planChanged.planChanged({ ...planChanged.sample, what: 'kept', charged: null, next: null, quantity: 1 }),
    plan_cancelled: planChanged.planChanged({
      ...planChanged.sample,
      what: 'cancelled',
      on: '12 July 2026',
      charged: null,
      next: null,
    }),
    plan_resumed: planChanged.planChanged({ ...planChanged.sample, what: 'resumed', charged: null, next: null }),
    withdrawn: withdrawn.withdrawn(withdrawn.sample),
    withdrawn_after_days: withdrawn.withdrawn({ ...withdrawn.sample, refund: 'unused' }),
    card_expiring: card.cardExpiring(card.sample),
  },
  'email-address': {
    confirm_new_email: confirm.confirmNewEmail(confirm.sample),
    email_change_requested: requested.emailChangeRequested(requested.sample),
    email_changed: emailChanged.emailChanged(emailChanged.sample),
    email_changed_by_admin: emailChanged.emailChanged({ ...emailChanged.sample, undoUrl: null }),
    email_change_undone: undone.emailChangeUndone(undone.sample),
    email_taken: taken.emailTaken(taken.sample),
  },
  keys: {
    usage_near_limit: limit.usageLimit(limit.sample),
    usage_limit_reached: limit.usageLimit({ ...limit.sample, used: 76_610, isReached: true }),
    usage_own_limit: limit.usageLimit({ ...limit.sample, raiseUrl: null, offer: null }),
    key_silent: silent.keySilent(silent.sample),
    new_source: sources.newSource({ ...sources.sample, servers: sources.sample.servers.slice(0, 1) }),
    new_sources: sources.newSource(sources.sample),
    many_new_sources: sources.newSource({
      ...sources.sample,
      servers: Array.from({ length: 13 }, () => sources.sample.servers).flat(),
    }),
    silent_source: sources.silentSource({ ...sources.sample, servers: sources.sample.servers.slice(0, 1) }),
    silent_sources: sources.silentSource(sources.sample),
    hash_removed: hashReport.hashReport(hashReport.sample),
    hash_gone: hashReport.hashReport({ ...hashReport.sample, state: 'gone', hosts: [] }),
    hash_kept: hashReport.hashReport({
      ...hashReport.sample,
      ...{
        state: 'kept',
        text: 'Its sender is unknown to the customers who received it.',
        hosts: [],
        until: null,
      },
    }),
    hash_asked: hashReport.hashReport({
      ...hashReport.sample,
      ...{ state: 'asked', text: 'Which sender sends this message?', hosts: [], until: null },
    }),
    key_rotated: keyRotated.keyRotated(keyRotated.sample),
    key_rotated_at_once: keyRotated.keyRotated({ ...keyRotated.sample, worksUntil: null, isByOwner: false }),
    key_switched_off: switchedOff.keySwitchedOff(switchedOff.sample),
    usage_token_created: token.usageTokenCreated(token.sample),
    reporting_token_created: token.usageTokenCreated({ ...token.sample, mayReport: true }),
  },
  'sign-in': {
    reset_password: reset.resetPassword(reset.sample),
    password_changed: changed.passwordChanged(changed.sample),
    password_voided: voided.passwordVoided(voided.sample),
    sign_in_changed: signIn.signInChanged(signIn.sample),
    two_factor_off: signIn.signInChanged({ ...signIn.sample, change: 'totp_disabled', passkey: null }),
    new_device: device.newDevice(device.sample),
    new_device_to_former_address: device.newDevice({ ...device.sample, isFormerAddress: true }),
  },
} satisfies Record<string, Record<string, MailParts>>;

/** An email as it is sent, from a sample seller. */
export const rendered = (parts: MailParts) =>
  renderMail(parts, { seller: 'Sample Seller Ltd, 1 Sample Street, London, VAT GB 000 0000 00' });
