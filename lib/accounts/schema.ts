import { z } from 'zod';
import { oneLine, text } from '#lib/base/text/text.ts';
import { Email } from '#lib/email-address/schema.ts';
import { Role } from './roles.ts';

/** The name of an account, which its members and the people whom it invites see. Without addresses, so that none stays. */
const AccountName = oneLine(100, 'A name has one line.', 'A name has at most 100 characters.')
  .min(1, 'Please name the account.')
  .regex(/^[^@]*$/, 'A name cannot have an email address.');

/** `POST account/api/invitations`. */
export const InviteMemberInput = z.object({
  email: Email,
  role: Role,
  account_name: AccountName.optional().describe('names the account; absent: the name stays'),
});
export type InviteMemberInput = z.infer<typeof InviteMemberInput>;

/** `PUT account/api/account-name`. */
export const AccountNameInput = z.object({ name: AccountName });
export type AccountNameInput = z.infer<typeof AccountNameInput>;

/** `POST account/api/invitations/accept`: the token of the mailed link. */
export const AcceptInvitationInput = z.object({ token: text(100) });

/** `PATCH account/api/members/{id}`. A person becomes an owner only by accepting an invitation. */
export const ChangeRoleInput = z.object({ role: Role.exclude(['owner']) });

/** Why an admin acts on an account, which its owners read in an email. */
export const Reason = oneLine(300, 'One line, please.', 'At most 300 characters.').min(1, 'Please enter a reason.');

/** `POST admin/api/accounts/{id}/hand-over`. */
export const HandOverInput = z.object({
  email: Email.describe('of the user who becomes an owner'),
  reason: Reason,
});
export type HandOverInput = z.infer<typeof HandOverInput>;

/** `PUT account/api/second-factor`. */
export const SecondFactorInput = z.object({
  from: z.iso.date('Please choose a day.').nullable().describe('the first day in UTC; null: no longer required'),
});
export type SecondFactorInput = z.infer<typeof SecondFactorInput>;

/** `PUT account/api/accounts`. */
export const ChooseAccountInput = z.object({ account_id: z.uuid().toLowerCase() });

/** The query of the page that a mailed invitation opens. */
export const JoinQuery = { token: text(100) };
