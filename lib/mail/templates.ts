import { accountDeleted, type AccountDeletedProps } from '#emails/account/account-deleted.ts';
import { accountRecovered, type AccountRecoveredProps } from '#emails/account/account-recovered.ts';
import { accountViewed, type AccountViewedProps } from '#emails/account/account-viewed.ts';
import { blocked, type BlockedProps } from '#emails/account/blocked.ts';
import { invited, type InvitedProps } from '#emails/account/invited.ts';
import { memberInvited, type MemberInvitedProps } from '#emails/account/member-invited.ts';
import { memberLeft, type MemberLeftProps } from '#emails/account/member-left.ts';
import { ownerAdded, type OwnerAddedProps } from '#emails/account/owner-added.ts';
import { twoFactorRequired, type TwoFactorRequiredProps } from '#emails/account/two-factor-required.ts';
import { subprocessorAdded, type SubprocessorAddedProps } from '#emails/account/subprocessor-added.ts';
import { verifyEmail, type VerifyEmailProps } from '#emails/account/verify-email.ts';
import { welcome, type WelcomeProps } from '#emails/account/welcome.ts';
import { cardExpiring, type CardExpiringProps } from '#emails/billing/card-expiring.ts';
import { firstPaymentFailed, type FirstPaymentFailedProps } from '#emails/billing/first-payment-failed.ts';
import { invoiceOverdue, type InvoiceOverdueProps } from '#emails/billing/invoice-overdue.ts';
import { paidAfterEnd, type PaidAfterEndProps } from '#emails/billing/paid-after-end.ts';
import { paymentFailed, type PaymentFailedProps } from '#emails/billing/payment-failed.ts';
import { planChanged, type PlanChangedProps } from '#emails/billing/plan-changed.ts';
import { subscriptionEnded, type SubscriptionEndedProps } from '#emails/billing/subscription-ended.ts';
import { withdrawn, type WithdrawnProps } from '#emails/billing/withdrawn.ts';
import { confirmNewEmail, type ConfirmNewEmailProps } from '#emails/email-address/confirm-new-email.ts';
import { emailChangeRequested, type EmailChangeRequestedProps } from '#emails/email-address/email-change-requested.ts';
import { emailChangeUndone, type EmailChangeUndoneProps } from '#emails/email-address/email-change-undone.ts';
import { emailChanged, type EmailChangedProps } from '#emails/email-address/email-changed.ts';
import { emailTaken, type EmailTakenProps } from '#emails/email-address/email-taken.ts';
import { hashReport, type HashReportProps } from '#emails/keys/hash-report.ts';
import { keyRotated, type KeyRotatedProps } from '#emails/keys/key-rotated.ts';
import { keySilent, type KeySilentProps } from '#emails/keys/key-silent.ts';
import { keySwitchedOff, type KeySwitchedOffProps } from '#emails/keys/key-switched-off.ts';
import { newSource, silentSource, type SourcesProps } from '#emails/keys/sources.ts';
import { usageLimit, type UsageLimitProps } from '#emails/keys/usage-limit.ts';
import { usageTokenCreated, type UsageTokenCreatedProps } from '#emails/keys/usage-token-created.ts';
import type { MailParts } from '#emails/parts/mail-parts.ts';
import { newDevice, type NewDeviceProps } from '#emails/sign-in/new-device.ts';
import { passwordChanged, type PasswordChangedProps } from '#emails/sign-in/password-changed.ts';
import { passwordVoided, type PasswordVoidedProps } from '#emails/sign-in/password-voided.ts';
import { resetPassword, type ResetPasswordProps } from '#emails/sign-in/reset-password.ts';
import { signInChanged, type SignInChangedProps } from '#emails/sign-in/sign-in-changed.ts';

/** The values that each email shows. */
export type Templates = {
  plan_changed: PlanChangedProps;
  verify_email: VerifyEmailProps;
  email_taken: EmailTakenProps;
  reset_password: ResetPasswordProps;
  password_changed: PasswordChangedProps;
  password_voided: PasswordVoidedProps;
  new_device: NewDeviceProps;
  sign_in_changed: SignInChangedProps;
  account_deleted: AccountDeletedProps;
  account_recovered: AccountRecoveredProps;
  account_viewed: AccountViewedProps;
  blocked: BlockedProps;
  invited: InvitedProps;
  member_invited: MemberInvitedProps;
  member_left: MemberLeftProps;
  owner_added: OwnerAddedProps;
  two_factor_required: TwoFactorRequiredProps;
  confirm_new_email: ConfirmNewEmailProps;
  email_change_requested: EmailChangeRequestedProps;
  email_changed: EmailChangedProps;
  email_change_undone: EmailChangeUndoneProps;
  welcome: WelcomeProps;
  payment_failed: PaymentFailedProps;
  first_payment_failed: FirstPaymentFailedProps;
  subscription_ended: SubscriptionEndedProps;
  withdrawn: WithdrawnProps;
  invoice_overdue: InvoiceOverdueProps;
  paid_after_end: PaidAfterEndProps;
  card_expiring: CardExpiringProps;
  key_rotated: KeyRotatedProps;
  key_switched_off: KeySwitchedOffProps;
  key_silent: KeySilentProps;
  new_source: SourcesProps;
  silent_source: SourcesProps;
  usage_limit: UsageLimitProps;
  usage_token_created: UsageTokenCreatedProps;
  subprocessor_added: SubprocessorAddedProps;
  hash_report: HashReportProps;
};

export const TEMPLATES: { [T in keyof Templates]: (props: Templates[T]) => MailParts } = {
  hash_report: hashReport,
  verify_email: verifyEmail,
  email_taken: emailTaken,
  reset_password: resetPassword,
  password_changed: passwordChanged,
  password_voided: passwordVoided,
  new_device: newDevice,
  sign_in_changed: signInChanged,
  account_deleted: accountDeleted,
  account_recovered: accountRecovered,
  account_viewed: accountViewed,
  blocked,
  invited,
  member_invited: memberInvited,
  member_left: memberLeft,
  owner_added: ownerAdded,
  two_factor_required: twoFactorRequired,
  confirm_new_email: confirmNewEmail,
  email_change_requested: emailChangeRequested,
  email_changed: emailChanged,
  email_change_undone: emailChangeUndone,
  welcome,
  plan_changed: planChanged,
  payment_failed: paymentFailed,
  first_payment_failed: firstPaymentFailed,
  subscription_ended: subscriptionEnded,
  withdrawn,
  invoice_overdue: invoiceOverdue,
  paid_after_end: paidAfterEnd,
  card_expiring: cardExpiring,
  key_rotated: keyRotated,
  key_switched_off: keySwitchedOff,
  key_silent: keySilent,
  new_source: newSource,
  silent_source: silentSource,
  usage_limit: usageLimit,
  usage_token_created: usageTokenCreated,
  subprocessor_added: subprocessorAdded,
};
