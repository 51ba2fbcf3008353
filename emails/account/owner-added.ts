import type { MailParts } from '#emails/parts/mail-parts.ts';

export type OwnerAddedProps = {
  /** the address of the new owner */
  who: string;
  /** the name of the account, or the address of its first owner */
  account: string;
  /** why our support did it; null for a person whom an owner invited */
  reason: string | null;
  membersUrl: string;
  supportMail: string;
};
export const sample: OwnerAddedProps = {
  who: 'grace@example.com',
  account: 'Example',
  reason: null,
  membersUrl: 'https://premium.example/account#members',
  supportMail: 'support@premium.example',
};

/** Sent to all owners of an account, the new one included, when a person becomes an owner. */
export const ownerAdded = ({ who, account, reason, membersUrl, supportMail }: OwnerAddedProps): MailParts => ({
  subject: 'Your account has a new owner',
  preheader: 'An owner may pay, see the key, and change and remove members.',
  heading: 'Your account has a new owner',
  intro: [
    `${reason === null ? 'A person accepted an invitation to become an owner' : 'Our support made a person an owner'} of the account. An owner may do everything: pay, see and rotate the key, and change and remove members, other owners included.`,
  ],
  figures: [['New owner', who], ['Account', account], ...(reason === null ? [] : [['Reason', reason] as const])],
  action: { label: 'See the members', url: membersUrl },
  outro: [`Didn’t expect this? Write to ${supportMail}.`],
});
