import { noticeOutro, type NoticeProps } from '#emails/parts/former-address.ts';
import { renderMail } from '#emails/parts/render-mail.ts';

/** Where and when a login or a change was made. */
export type NewDeviceProps = NoticeProps & { device: string; address: string; time: string; accountUrl: string };
export const sample: NewDeviceProps = {
  device: 'Firefox 145 on Linux',
  address: '192.0.2.7',
  time: '2026-11-21 09:30 UTC',
  accountUrl: 'https://premium.example/account',
  supportMail: 'support@premium.example',
  isFormerAddress: false,
};

/** Sent after a login from a new browser (S9). */
export const newDevice = ({ device, address, time, accountUrl, ...notice }: NewDeviceProps) =>
  renderMail({
    subject: 'New login to your account',
    heading: 'New login to your account',
    intro: `Somebody logged in from a browser that we have not seen before: ${device}, address ${address}, ${time}.`,
    action: { label: 'See your sessions', url: accountUrl },
    outro: noticeOutro(
      notice,
      `If it was you, there is nothing to do. If not, change your password at once; write to ${notice.supportMail} if you need help.`,
    ),
  });
