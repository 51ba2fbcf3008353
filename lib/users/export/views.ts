import { z } from 'zod';
import { text } from '#lib/base/text/text.ts';
import { UsageAlertSettings } from '#lib/usage/schema.ts';
import { rowOf } from './rows.ts';

/**
 * `DELETE account/api`: the caller's own address, typed. `deleteOwnAccount` compares it, so that any other text gets a
 * 422.
 */
export const DeleteOwnAccountInput = z.object({ email: text(400) });
export type DeleteOwnAccountInput = z.infer<typeof DeleteOwnAccountInput>;

const Json = z.json().register(z.globalRegistry, { id: 'Json' });

/**
 * `GET account/api/export`: everything we store about a user. Strict: a column without a type in personal-data.ts is
 * never exported, which keeps out hashes, sealed values, tokens, and texts of other people (S54).
 */
export const PersonExport = z.strictObject({
  exported_at: z.date(),
  profile: rowOf('users', {
    has_password: z.boolean(),
    recovery_codes_left: z.number(),
  }),
  /** the account that the user acts for; null unless they own it, and then the parts below that it has are empty */
  account: rowOf('accounts', { usage_alerts: UsageAlertSettings }).nullable(),
  /** the accounts that the user may act for */
  memberships: z.array(rowOf('memberships', { account: z.strictObject({ name: z.string().nullable() }) })),
  sessions: z.array(rowOf('sign_in_sessions')),
  devices: z.array(rowOf('known_devices')),
  passkeys: z.array(rowOf('passkeys')),
  usage_tokens: z.array(rowOf('usage_tokens')),
  hash_reports: z.array(rowOf('hash_reports')),
  saved_views: z.array(rowOf('saved_views')),
  mailed_links: z.array(rowOf('one_time_tokens')),
  email_changes: z.array(rowOf('email_changes')),
  /** what was accepted: the terms and, before a private purchase, the request for the key at once */
  acceptances: z.array(rowOf('acceptances')),
  buyer: rowOf('buyers').nullable(),
  subscriptions: z.array(rowOf('subscriptions', { withdrawal: rowOf('withdrawals').nullable() })),
  fuzzy_keys: z.array(
    rowOf('fuzzy_keys', {
      /**
       * hosts that used the key in the last 30 days; the entry with an empty pseudonym sums up the hosts that are not
       * listed
       */
      servers: z.array(rowOf('key_sources')),
      /** whole UTC days, the last 400 */
      usage: z.array(z.strictObject({ day: z.iso.date(), checked: z.number(), hits: z.number(), errors: z.number() })),
    }),
  ),
  connected_apps: z.array(rowOf('consents', { name: z.string() })),
  /** from the audit log, newest first, at most 10,000 rows */
  history: z.array(
    z.strictObject({
      at: z.date(),
      action: z.string(),
      actor: z.enum(['you', 'anonymous', 'other', 'server', 'system']),
      /** null if another user acted */
      ip: z.string().nullable(),
      data: Json.nullable(),
    }),
  ),
});
export type PersonExport = z.infer<typeof PersonExport>;
