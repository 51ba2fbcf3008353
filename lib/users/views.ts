import { z } from 'zod';
import { AuditEventView } from '#lib/audit/views.ts';
import { FuzzyKeyRow, KeyState } from '#lib/fuzzy-keys/views.ts';

const time = z.iso.datetime();

/** `GET account/api/email`. Times are ISO 8601 UTC. */
export const EmailAddressView = z.object({
  email: z.string().nullable(),
  waiting: z
    .object({ new_email: z.string(), expires_at: time })
    .nullable()
    .describe('a change that the new address has not confirmed yet'),
  undoable: z
    .object({ old_email: z.string(), expires_at: time })
    .nullable()
    .describe('the last change, while the link in the mail to the old address can undo it'),
});
export type EmailAddressView = z.infer<typeof EmailAddressView>;

/** `POST change/email/undo`. */
export const UndoneEmailChangeView = z.object({
  status: z.literal('ok'),
  removed: z
    .object({
      authenticator: z.boolean().describe('with its recovery codes'),
      passkeys: z.array(z.string()).describe('their names'),
    })
    .describe('what was added to the login since the change was asked for'),
});

/** An entry of `subscriptions`: what Stripe says and the key that goes with it, or a key that an admin gave. */
export const AdminSubscriptionView = z.object({
  stripe_subscription_id: z.string().nullable().describe('null, as all stripe_*, for a key that an admin gave'),
  stripe_subscription_status: z.string().nullable(),
  stripe_product_id: z.string().nullable(),
  stripe_quantity: z.int().nullable(),
  public_key: z.string().nullable(),
  product: z.string().nullable().describe('name of the Stripe product'),
  quantity: z.int().describe('of the key, or of the subscription while it has none'),
  key_description: z.string().nullable(),
  key_state: KeyState.nullable(),
  is_external: z.boolean().describe('made elsewhere: its private half is not ours'),
});
export type AdminSubscriptionView = z.infer<typeof AdminSubscriptionView>;

/** A person in the calls of admins (spec §3). Times are ISO 8601 UTC. */
export const AdminUserView = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  email_verified: z.boolean(),
  is_admin: z.boolean(),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2'),
  has_stripe: z.boolean().describe('a customer at Stripe: the person cannot be deleted'),
  custom_limits: z.object({
    daily_limit: z.int().nullable().describe('requests a day'),
    is_blocked: z.boolean(),
    custom_key: z.string().nullable(),
    notes: z.string().nullable(),
  }),
  subscriptions: z
    .array(AdminSubscriptionView)
    .describe('the newest subscription first, then the keys that an admin gave'),
  version: z.int().describe('counts edits; sent back with a change, it keeps two admins from overwriting each other'),
  has_password: z.boolean(),
  has_two_factor: z.boolean(),
  blocked_at: time.nullable(),
  created_at: time,
  last_seen_at: time.nullable(),
});
export type AdminUserView = z.infer<typeof AdminUserView>;

/** Of all users. */
export const UserCounts = z.object({
  total: z.int(),
  active_subscriptions: z.int().describe('those that Stripe calls active, past_due or trialing'),
  admins: z.int(),
  blocked: z.int(),
});
export type UserCounts = z.infer<typeof UserCounts>;

/** `GET admin/api/users` (decisions §3). */
export const UserListView = z.object({
  users: z.array(AdminUserView),
  total: z.int().describe('what the filters leave, counted to 1 000'),
  total_is_capped: z.boolean().describe('there are more than `total`'),
  next_cursor: z.string().nullable(),
  counts: UserCounts,
});
export type UserListView = z.infer<typeof UserListView>;

/** `GET admin/api/users/{id}`: what the panel beside the list shows. Times are ISO 8601 UTC. */
export const AdminUserDetailView = z.object({
  user: AdminUserView,
  stripe_customer_id: z.string().nullable(),
  stripe_urls: z
    .record(z.string(), z.string())
    .describe("in Stripe's dashboard, by the id of customer and subscriptions; none for the local stand-in"),
  keys: z.array(FuzzyKeyRow).describe('all of them, deleted and replaced ones too'),
  sessions: z.object({
    count: z.int(),
    last: z.object({ device: z.string(), ip: z.string().nullable(), last_seen_at: time }).nullable(),
  }),
  two_factor: z.object({ totp: z.boolean(), passkeys: z.int() }),
  connected_apps: z.int(),
  audit: z.array(AuditEventView).describe('the newest events by or about the person'),
});
export type AdminUserDetailView = z.infer<typeof AdminUserDetailView>;

/** `GET admin/api/search`: at most ten of each, for the command palette. */
export const PaletteView = z.object({
  users: z.array(
    z.object({ id: z.uuid(), email: z.string().nullable(), is_admin: z.boolean(), is_blocked: z.boolean() }),
  ),
  keys: z.array(
    z.object({
      description: z.string(),
      public_key: z.string(),
      email: z.string().nullable(),
      user_id: z.uuid().nullable(),
      state: KeyState,
    }),
  ),
});
export type PaletteView = z.infer<typeof PaletteView>;

const Named = z.object({ id: z.uuid(), email: z.string().nullable() });

/** `POST admin/api/users/block`: the reverse call with the ids of `changed` undoes it. */
export const BlockUsersView = z.object({
  dry_run: z.boolean(),
  changed: z.array(Named),
  unchanged: z.array(Named).describe('are so already'),
  refused: z.array(Named.extend({ reason: z.string() })),
});
export type BlockUsersView = z.infer<typeof BlockUsersView>;

const ok = z.literal('ok');

/** `POST admin/api/manual-users`, `…/from-key`. */
export const CreatedUserAnswer = z.object({
  status: ok,
  user: AdminUserView,
  key: z.string().describe('the public key that the person got'),
});

/** `PUT admin/api/users`. */
export const UpdatedUserAnswer = z.object({ status: ok, user: AdminUserView });

/** `DELETE admin/api/users/{id}`. */
export const DeletedUserAnswer = z.object({
  status: ok,
  associated_keys: z.array(z.string()).describe('descriptions of the keys that have no owner now'),
});
