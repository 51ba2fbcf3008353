import { z } from 'zod';
import { UserAccountView } from '#lib/accounts/views.ts';
import { FuzzyKeyRow, KeyState } from '#lib/fuzzy-keys/views.ts';

const time = z.iso.datetime();

/** `POST change/email/undo`. */
export const UndoneEmailChangeView = z.object({
  status: z.literal('ok'),
  removed: z
    .object({
      authenticator: z.boolean().describe('with its recovery codes'),
      passkeys: z.array(z.string()).describe('their names'),
    })
    .describe('login methods added since the change was requested, now removed'),
});

/** An entry of `subscriptions`: a Stripe subscription with its key, or a key assigned by an admin. */
export const AdminSubscriptionView = z.object({
  stripe_subscription_id: z
    .string()
    .nullable()
    .describe('null, like every stripe_* field, for a key assigned by an admin'),
  stripe_subscription_status: z.string().nullable(),
  stripe_product_id: z.string().nullable(),
  stripe_quantity: z.int().nullable(),
  public_key: z.string().nullable(),
  product: z.string().nullable().describe('name of the Stripe product'),
  cancel_at: time.nullable().describe('when it ends; nothing more is charged'),
  quantity: z.int().describe('of the key, or of the subscription while it has no key'),
  key_description: z.string().nullable(),
  key_state: KeyState.nullable(),
  is_external: z.boolean().describe('created elsewhere; its private half is not stored here'),
});
export type AdminSubscriptionView = z.infer<typeof AdminSubscriptionView>;

/** The plan that the user's own pages show. */
export const CountingPlanView = z.object({
  product: z.string().nullable().describe('null for a key assigned by an admin'),
  status: z.string().describe("Stripe's status; active for a key assigned by an admin"),
  quantity: z.int(),
  public_key: z.string().nullable().describe('the key that works'),
  cancel_at: time.nullable().describe('when it ends; nothing more is charged'),
  others: z.int().describe('further live subscriptions'),
});
export type CountingPlanView = z.infer<typeof CountingPlanView>;

/** A user as admins see them. Times are ISO 8601 UTC. */
export const AdminUserView = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  email_verified: z.boolean(),
  is_admin: z.boolean(),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2'),
  has_stripe: z
    .boolean()
    .describe('the last owner of an account with a Stripe customer, so an admin cannot delete this user'),
  custom_limits: z.object({
    daily_limit: z.int().nullable().describe('requests a day'),
    is_blocked: z.boolean(),
    custom_key: z.string().nullable(),
    notes: z.string().nullable(),
  }),
  subscriptions: z
    .array(AdminSubscriptionView)
    .describe('newest subscription first, then the keys assigned by an admin'),
  plan: CountingPlanView.nullable(),
  version: z.int().describe('number of edits; send it with a change so that two admins do not overwrite each other'),
  has_password: z.boolean(),
  has_two_factor: z.boolean(),
  blocked_at: time.nullable(),
  created_at: time,
  last_seen_at: time.nullable(),
});
export type AdminUserView = z.infer<typeof AdminUserView>;

/** Counters over all users. */
export const UserCounts = z.object({
  total: z.int(),
  active_subscriptions: z.int().describe('with the Stripe status active, past_due or trialing'),
  admins: z.int(),
  blocked: z.int(),
});
export type UserCounts = z.infer<typeof UserCounts>;

/** The usage of a user's busiest key. */
export const UserUsage = z.object({
  requests: z.number().describe('of the last day, at most ten minutes old'),
  daily_limit: z.number().nullable().describe('requests a day; null without a limit'),
});
export type UserUsage = z.infer<typeof UserUsage>;

/** A user in the list. */
export const AdminUserRow = AdminUserView.extend({
  usage: UserUsage.nullable().describe('of the busiest key; null without a reported one'),
});
export type AdminUserRow = z.infer<typeof AdminUserRow>;

/** `GET admin/api/users`. */
export const UserListView = z.object({
  users: z.array(AdminUserRow),
  total: z.int().describe('rows that match the filters, counted up to 1,000'),
  total_is_capped: z.boolean().describe('more rows match than `total`'),
  next_cursor: z.string().nullable(),
  counts: UserCounts,
});
export type UserListView = z.infer<typeof UserListView>;

/** The values that a key gets from its plan. */
export const PlanValue = z.enum(['rank', 'rate', 'quantity', 'flags']);
export type PlanValue = z.infer<typeof PlanValue>;

/** A network from which a key was used in the last seven days. */
export const KeyNetworkView = z.object({
  id: z.string().describe('a pseudonym, different for each key: the address is not known'),
  first_seen_at: time,
  last_seen_at: time,
  share: z.number().nullable().describe("of the key's requests in up to 30 days"),
});
export type KeyNetworkView = z.infer<typeof KeyNetworkView>;
/** `GET admin/api/fuzzy-keys/networks`. */
export const KeyNetworksView = z.object({ networks: z.array(KeyNetworkView) });

/** `GET admin/api/users/{id}`: the panel beside the list. Times are ISO 8601 UTC. */
export const AdminUserDetailView = z.object({
  user: AdminUserView,
  stripe_customer_id: z.string().nullable(),
  stripe_urls: z
    .record(z.string(), z.string())
    .describe("URLs in Stripe's dashboard by customer and subscription id; empty with the local emulator"),
  set_by_admin: z
    .record(z.string(), z.array(PlanValue))
    .describe("values of a key that differ from its plan because an admin set them, by Stripe's subscription id"),
  keys: z.array(FuzzyKeyRow).describe('all keys, including deleted and replaced ones'),
  networks: z
    .record(z.string(), z.array(KeyNetworkView))
    .describe('of keys that were used from many networks, by the id of the key'),
  sessions: z.object({
    count: z.int(),
    last: z.object({ device: z.string(), ip: z.string().nullable(), last_seen_at: time }).nullable(),
  }),
  two_factor: z.object({ totp: z.boolean(), passkeys: z.int() }),
  connected_apps: z.int(),
  accounts: z.array(UserAccountView).describe('that the user is a member of, who joined first first'),
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

/** `POST admin/api/users/block`. The opposite request with the ids of `changed` undoes it. */
export const BlockUsersView = z.object({
  dry_run: z.boolean(),
  changed: z.array(
    Named.extend({
      charged: z
        .array(z.object({ product: z.string(), quantity: z.int() }))
        .describe('subscriptions that Stripe charges also while the user is blocked'),
    }),
  ),
  unchanged: z.array(Named).describe('already in the requested state'),
  refused: z.array(Named.extend({ reason: z.string() })),
});
export type BlockUsersView = z.infer<typeof BlockUsersView>;

const ok = z.literal('ok');

/** `POST admin/api/manual-users` and `POST admin/api/users/from-key`. */
export const CreatedUserAnswer = z.object({
  status: ok,
  user: AdminUserView,
  key: z.string().describe('public key assigned to the user'),
});

/** `PUT admin/api/users`. */
export const UpdatedUserAnswer = z.object({ status: ok, user: AdminUserView });

/** `DELETE admin/api/users/{id}`. */
export const DeletedUserAnswer = z.object({
  status: ok,
  associated_keys: z.array(z.string()).describe('new descriptions of the keys that no longer have an owner'),
  suspended_keys: z
    .array(z.string())
    .describe('those of them that stay refused, because the user was blocked or had a daily limit of 0'),
});
