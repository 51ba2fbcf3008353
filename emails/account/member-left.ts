import type { MailParts } from '#emails/parts/mail-parts.ts';

export type MemberLeftProps = {
  /** the address of the person who left */
  who: string;
  /** the name of the account, or the address of its first owner */
  account: string;
  how: 'left' | 'deleted' | 'deleted_by_admin';
  membersUrl: string;
  supportMail: string;
};
export const sample: MemberLeftProps = {
  who: 'ada@example.com',
  account: 'Example',
  how: 'left',
  membersUrl: 'https://premium.example/account#members',
  supportMail: 'support@premium.example',
};

const HOW: Readonly<Record<MemberLeftProps['how'], (who: string) => string>> = {
  left: (who) => `${who} left the account`,
  deleted: (who) => `${who} deleted their login, and with it their membership`,
  deleted_by_admin: (who) => `Our support deleted the login of ${who}, and with it their membership`,
};

/** Sent to the owners of an account when a member leaves it or is deleted. */
export const memberLeft = ({ who, account, how, membersUrl, supportMail }: MemberLeftProps): MailParts => ({
  subject: 'A member left your account',
  preheader: 'The plan, keys and settings of the account stay.',
  heading: `${who} left ${account}`,
  intro: [
    `${HOW[how](who)}. The plan, keys, usage tokens and settings of the account stay as they are. If this person knew the key, you may want to rotate it.`,
  ],
  action: { label: 'See the members', url: membersUrl },
  outro: [`Didn’t expect this? Write to ${supportMail}.`],
});
