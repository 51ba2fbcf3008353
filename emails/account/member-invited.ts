import type { MailParts } from '#emails/parts/mail-parts.ts';
import { inWords, promises } from '#lib/base/promises.ts';

export type MemberInvitedProps = {
  url: string;
  /** the name of the account, or the address of its first owner */
  account: string;
  /** the owner who invites */
  by: string;
  /** what the person may do */
  may: string;
  supportMail: string;
};
export const sample: MemberInvitedProps = {
  url: 'https://premium.example/join?token=sample',
  account: 'Example',
  by: 'ada@example.com',
  may: 'see usage and the limit, set up servers, and rotate the key; not pay',
  supportMail: 'support@premium.example',
};

/** Sent when an owner of an account invites a person to act for it. */
export const memberInvited = ({ url, account, by, may, supportMail }: MemberInvitedProps): MailParts => ({
  subject: 'You are invited to an account at Rspamd Premium',
  preheader: `${by} wants you as a member of ${account}.`,
  heading: `Join ${account}`,
  intro: [
    `${by} invites you to act for ${account}: you may ${may}. Log in or sign up with this email address, then accept.`,
  ],
  action: { label: 'Open the invitation', url },
  outro: [
    `The link works once, expires in ${inWords(promises.invitation)}, and is replaced by a newer invitation.`,
    `Didn’t expect this? Ignore this email, or write to ${supportMail}.`,
  ],
});
