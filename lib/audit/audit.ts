import type { Context } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';

/** Actions of the audit log: `<noun>.<past participle>`. */
export type AuditAction =
  | 'user.signed_up'
  | 'user.created'
  | 'user.email_verified'
  | 'user.verification_requested'
  | 'user.password_reset_requested'
  | 'user.password_reset'
  | 'session.started'
  | 'session.refused'
  | 'session.confirmed'
  | 'session.ended'
  | 'sessions.ended'
  | 'user.password_changed'
  | 'user.totp_enabled'
  | 'user.totp_disabled'
  | 'user.recovery_codes_created'
  | 'user.passkey_added'
  | 'user.passkey_renamed'
  | 'user.passkey_removed'
  | 'user.email_change_requested'
  | 'user.email_change_cancelled'
  | 'user.email_changed'
  | 'user.email_change_undone'
  | 'user.invoice_details_changed'
  | 'user.exported'
  | 'user.usage_alerts_changed'
  | 'user.server_named'
  | 'user.server_addresses_changed'
  | 'user.usage_token_created'
  | 'user.usage_token_revoked'
  | 'user.updated'
  | 'user.blocked'
  | 'user.unblocked'
  | 'user.two_factor_removed'
  | 'user.list_exported'
  | 'mail.refused'
  | 'mail.sent'
  | 'user.invited'
  | 'user.invitation_revoked'
  | 'account.member_invited'
  | 'account.invitation_revoked'
  | 'account.member_joined'
  | 'account.role_changed'
  | 'account.member_removed'
  | 'account.handed_over'
  | 'account.owner_added'
  | 'account.renamed'
  | 'account.two_factor_required'
  | 'user.saved_view_created'
  | 'user.saved_view_renamed'
  | 'user.saved_view_deleted'
  | 'user.view_started'
  | 'user.viewed'
  | 'user.view_ended'
  | 'access.refused'
  | 'audit.exported'
  | 'job.run_again'
  | 'user.deleted'
  | 'fuzzy_key.generated'
  | 'fuzzy_key.updated'
  | 'fuzzy_key.suspended'
  | 'fuzzy_key.resumed'
  | 'fuzzy_key.deleted'
  | 'fuzzy_key.rotated'
  | 'fuzzy_key.retired'
  | 'fuzzy_key.plan_applied'
  | 'fuzzy_key.connection_checked'
  | 'subscription.synced'
  | 'subscription.changed'
  | 'subscription.change_scheduled'
  | 'subscription.change_waiting'
  | 'subscription.change_dropped'
  | 'subscription.cancelled'
  | 'subscription.resumed'
  | 'subscription.withdrawn'
  | 'subscription.withdrawal_settled'
  | 'subscription.end_requested'
  | 'stripe_event.ignored'
  | 'user.stripe_customer_removed'
  | 'billing_alert.raised'
  | 'billing_alert.resolved'
  | 'inbox_entry.dismissed'
  | 'inbox_entry.restored'
  | 'billing.reconciled'
  | 'billing.reconcile_requested'
  | 'storage_server.created'
  | 'storage_server.token_rotated'
  | 'storage_server.host_changed'
  | 'storage_server.enrolment_code_created'
  | 'storage_server.enrolled'
  | 'storage_server.removed'
  | 'hash_report.created'
  | 'hash_report.answered'
  | 'hash_report.judged'
  | 'hash_report.settled'
  | 'hash_refusal.lifted'
  | 'testimonial.created'
  | 'testimonial.updated'
  | 'testimonial.approved'
  | 'testimonial.withdrawn'
  | 'testimonial.deleted'
  | 'signing_key.created'
  | 'signing_key.activated'
  | 'signing_key.deleted'
  | 'oauth_client.created'
  | 'oauth_client.updated'
  | 'oauth_client.deleted'
  | 'oauth_client.secret_regenerated'
  | 'oauth_client.registered'
  | 'oauth_client.blocked'
  | 'oauth_client.unblocked'
  | 'oauth_client.scope_refused'
  | 'oauth_settings.updated'
  | 'initial_token.created'
  | 'initial_token.revoked'
  | 'oauth_token.revoked'
  | 'consent.granted'
  | 'consent.denied'
  | 'consent.revoked'
  | 'logout_token.delivered'
  | 'logout_token.failed';

/**
 * Appends one row to the audit log, in the caller's transaction (S81). `data` holds the values before and after, but
 * never a secret, an email address or a text that a user typed, because the row outlives the user
 * (docs/decisions/0023). For these it only names the changed fields: `changed: ['notes']`.
 */
export async function recordAudit(
  ctx: Context,
  action: AuditAction,
  targetId: string | null,
  data: Prisma.InputJsonObject = {},
): Promise<void> {
  await ctx.db.auditEvent.create({
    data: { action, targetId, data, at: ctx.now, ip: ctx.ip, requestId: ctx.requestId, ...actorColumns(ctx) },
  });
}

function actorColumns({ actor }: Context): { actorKind: string; actorId: string | null } {
  switch (actor.kind) {
    case 'anonymous':
      return { actorKind: 'anonymous', actorId: null };
    case 'user':
      return { actorKind: actor.role, actorId: actor.userId };
    case 'server':
      return { actorKind: 'server', actorId: String(actor.serverId) };
    case 'system':
      return { actorKind: 'system', actorId: actor.job };
    case 'usage_token':
      return { actorKind: 'subscriber', actorId: actor.accountId };
  }
}

/**
 * The nouns of actions whose target is an account, not a person. An account has the id of its first owner, who may have
 * left it: what happens to it is then no longer theirs.
 */
export const ACCOUNT_NOUNS = ['subscription', 'stripe_event', 'billing_alert', 'billing', 'hash_report'] as const;
