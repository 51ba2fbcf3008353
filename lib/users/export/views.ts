import { z } from 'zod';
import { text } from '#lib/base/text/text.ts';
import { UsageAlertSettings } from '#lib/usage/schema.ts';

/**
 * `DELETE account/api`: the caller's own address, typed. `deleteOwnAccount` compares it, so that any other text gets a
 * 422.
 */
export const DeleteOwnAccountInput = z.object({ email: text(400) });
export type DeleteOwnAccountInput = z.infer<typeof DeleteOwnAccountInput>;

const Time = z.date();
const MaybeTime = Time.nullable();
const MaybeText = z.string().nullable();
const Json = z.json().register(z.globalRegistry, { id: 'Json' });

/**
 * `GET account/api/export`: everything we store about a user. Strict: a field that is not listed here is never
 * exported, which keeps out hashes, sealed values, tokens, and texts of other people (S54).
 */
export const PersonExport = z.strictObject({
  exported_at: Time,
  profile: z.strictObject({
    id: z.string(),
    email: MaybeText,
    email_verified_at: MaybeTime,
    is_admin: z.boolean(),
    country: MaybeText,
    /** requests a day */
    daily_limit: z.number().nullable(),
    usage_alerts: UsageAlertSettings,
    /** whether hosts report the addresses that use the keys */
    shows_addresses: z.boolean(),
    stripe_customer_id: MaybeText,
    /** a public key that an admin assigned to the user */
    custom_key: MaybeText,
    has_password: z.boolean(),
    two_factor_enabled_at: MaybeTime,
    recovery_codes_left: z.number(),
    last_seen_at: MaybeTime,
    created_at: Time,
    updated_at: Time,
  }),
  sessions: z.array(
    z.strictObject({
      id: z.string(),
      amr: z.array(z.string()),
      ip: MaybeText,
      user_agent: MaybeText,
      logged_in_at: Time,
      created_at: Time,
      last_seen_at: Time,
      expires_at: Time,
    }),
  ),
  devices: z.array(z.strictObject({ user_agent: MaybeText, created_at: Time, last_seen_at: Time, expires_at: Time })),
  passkeys: z.array(
    z.strictObject({
      name: z.string(),
      transports: z.array(z.string()),
      is_backed_up: z.boolean(),
      created_at: Time,
      last_used_at: MaybeTime,
    }),
  ),
  usage_tokens: z.array(
    z.strictObject({ name: z.string(), prefix: z.string(), created_at: Time, last_used_at: MaybeTime }),
  ),
  saved_views: z.array(z.strictObject({ list: z.string(), name: z.string(), query: z.string(), created_at: Time })),
  mailed_links: z.array(z.strictObject({ purpose: z.string(), email: z.string(), created_at: Time, expires_at: Time })),
  email_changes: z.array(
    z.strictObject({
      old_email: z.string(),
      new_email: z.string(),
      requested_at: Time,
      confirmed_at: MaybeTime,
      undone_at: MaybeTime,
    }),
  ),
  /** what was accepted: the terms and, before a private purchase, the request for the key at once */
  acceptances: z.array(
    z.strictObject({ document: z.string(), version: z.string(), act: z.string(), accepted_at: Time }),
  ),
  buyer: z
    .strictObject({ kind: z.string(), po_number: MaybeText, invoice_email: MaybeText, updated_at: Time })
    .nullable(),
  subscriptions: z.array(
    z.strictObject({
      stripe_subscription_id: z.string(),
      product: z.string(),
      plan: MaybeText,
      status: z.string(),
      interval: z.string(),
      quantity: z.number(),
      started_at: Time,
      current_period_end: MaybeTime,
      cancel_at: MaybeTime,
      ended_at: MaybeTime,
      buyer_kind: MaybeText,
      withdrawal: z
        .strictObject({
          asked_at: Time,
          refund: z.string(),
          /** in the currency's smallest unit */
          amount: z.number().nullable(),
          currency: MaybeText,
          settled_at: MaybeTime,
        })
        .nullable(),
    }),
  ),
  fuzzy_keys: z.array(
    z.strictObject({
      public_key: z.string(),
      key_id: z.string(),
      rank: z.number(),
      quantity: z.number(),
      /** requests per second for one unit; null: no limit */
      rate: z.number().nullable(),
      /** the end of a key that was replaced */
      works_until: MaybeTime,
      last_used_at: MaybeTime,
      first_match_at: MaybeTime,
      suspended_at: MaybeTime,
      deleted_at: MaybeTime,
      created_at: Time,
      /**
       * hosts that used the key in the last 30 days; the entry with an empty pseudonym sums up the hosts that are not
       * listed
       */
      servers: z.array(
        z.strictObject({
          pseudonym: z.string(),
          network_pseudonym: MaybeText,
          name: MaybeText,
          address: MaybeText,
          checked: z.number(),
          hits: z.number(),
          errors: z.number(),
          first_seen_at: Time,
          last_seen_at: Time,
        }),
      ),
      /** whole UTC days, the last 400 */
      usage: z.array(z.strictObject({ day: z.iso.date(), checked: z.number(), hits: z.number(), errors: z.number() })),
    }),
  ),
  connected_apps: z.array(
    z.strictObject({
      client_id: z.string(),
      name: z.string(),
      scopes: z.array(z.string()),
      created_at: Time,
      updated_at: Time,
      last_used_at: MaybeTime,
    }),
  ),
  /** from the audit log, newest first, at most 10,000 rows */
  history: z.array(
    z.strictObject({
      at: Time,
      action: z.string(),
      actor: z.enum(['you', 'anonymous', 'other', 'server', 'system']),
      /** null if another user acted */
      ip: MaybeText,
      data: Json.nullable(),
    }),
  ),
});
export type PersonExport = z.infer<typeof PersonExport>;
