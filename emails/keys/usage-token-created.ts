import { noticeOutro } from '#emails/parts/former-address.ts';
import type { MailParts } from '#emails/parts/mail-parts.ts';
import { whereFigures } from '#emails/parts/where.ts';
import { sample as device, type NewDeviceProps } from '#emails/sign-in/new-device.ts';

const ABILITIES = 'read your usage and report hashes';

/** `name` is the name of the token. The other values are as in new-device.ts. */
export type UsageTokenCreatedProps = NewDeviceProps & { name: string; mayReport: boolean };
export const sample: UsageTokenCreatedProps = { ...device, name: 'Grafana', mayReport: false };

/** Sent to the owner whenever a usage token is created. */
export const usageTokenCreated = ({ name, mayReport, accountUrl, ...notice }: UsageTokenCreatedProps): MailParts => ({
  subject: 'A usage token was created',
  preheader: `It can ${mayReport ? ABILITIES : 'read your usage'}, and nothing else, until you revoke it.`,
  heading: 'A usage token was created',
  intro: [`A new token can ${mayReport ? ABILITIES : 'read your usage'}, and nothing else, until you revoke it.`],
  figures: [['Token', name], ...whereFigures(notice)],
  action: { label: 'Open your account', url: accountUrl },
  outro: noticeOutro(
    notice,
    `Not you? Revoke the token, change your password at once, and write to ${notice.supportMail}.`,
  ),
});
