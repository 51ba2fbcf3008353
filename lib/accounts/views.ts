import { z } from 'zod';
import { Role } from './roles.ts';

const time = z.iso.datetime();

/** A member of an account. Times are ISO 8601 UTC. */
export const MemberView = z.object({
  user_id: z.uuid(),
  email: z.string().nullable(),
  role: Role,
  since: time,
  two_factor: z.boolean().describe('an authenticator app or a passkey'),
  is_you: z.boolean(),
});
export type MemberView = z.infer<typeof MemberView>;

/** An invitation that is not accepted yet. */
export const InvitationView = z.object({ id: z.uuid(), email: z.string(), role: Role, expires_at: time });
export type InvitationView = z.infer<typeof InvitationView>;

/** `GET account/api/members`, who joined first first. */
export const MembersView = z.object({
  account_name: z.string().nullable(),
  role: Role.describe('of the caller'),
  two_factor_from: time.nullable().describe('from then on, members need a second factor'),
  members: z.array(MemberView),
  invitations: z.array(InvitationView).describe('empty unless the caller is an owner'),
});
export type MembersView = z.infer<typeof MembersView>;

/** `GET account/api/accounts`: the accounts that the caller is a member of; one of them is current. */
export const AccountsView = z.object({
  accounts: z.array(
    z.object({
      id: z.uuid(),
      name: z.string().describe('its name or, without one, the address of its first owner'),
      role: Role,
      is_current: z.boolean().describe('the one that this session acts for'),
    }),
  ),
});
export type AccountsView = z.infer<typeof AccountsView>;

/** An account of a user, for an admin. */
export const UserAccountView = z.object({
  id: z.uuid(),
  name: z.string().describe('its name or, without one, the address of its first owner'),
  role: Role.describe('of the user'),
  stripe_customer_id: z.string().nullable(),
  members: z.array(
    MemberView.omit({ is_you: true }).extend({
      admin_reason: z.string().nullable().describe('why an admin made this member an owner'),
    }),
  ),
});
export type UserAccountView = z.infer<typeof UserAccountView>;

/** `POST account/api/invitations/accept`. */
export const JoinedView = z.object({ account_id: z.uuid() });

/** What the page of an invitation shows; null for a link that was used, replaced or has expired. */
export type OpenedInvitation = {
  account: string;
  role: Role;
  invitedBy: string;
  isForCaller: boolean;
  isMember: boolean;
} | null;
