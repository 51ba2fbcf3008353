import { noticeOutro, type NoticeProps } from '#emails/parts/former-address.ts';
import type { MailParts } from '#emails/parts/mail-parts.ts';
import { whereFigures, type Where } from '#emails/parts/where.ts';

/** Where and when a login or a change was made. */
export type NewDeviceProps = NoticeProps & Where & { accountUrl: string };
export const sample: NewDeviceProps = {
  device: 'Firefox 145 on Linux',
  address: '192.0.2.7',
  time: '21 November 2026, 09:30 UTC',
  accountUrl: 'https://premium.example/account',
  supportMail: 'support@premium.example',
  isFormerAddress: false,
};

/** Sent after a login from a new browser (S9). */
export const newDevice = ({ accountUrl, ...notice }: NewDeviceProps): MailParts => ({
  subject: 'New login to your account',
  preheader: `${notice.device}, ${notice.time}. If it was you, there is nothing to do.`,
  heading: 'New login to your account',
  intro: ['Someone logged in from a browser that you have not used here before.'],
  figures: whereFigures(notice),
  action: { label: 'See your sessions', url: accountUrl },
  outro: noticeOutro(
    notice,
    `If it was you, there is nothing to do. Not you? Change your password at once. Need help? Write to ${notice.supportMail}.`,
  ),
});
