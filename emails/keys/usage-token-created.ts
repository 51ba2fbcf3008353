import { noticeOutro } from '#emails/parts/former-address.ts';
import { renderMail } from '#emails/parts/render-mail.ts';
import { sample as device, type NewDeviceProps } from '#emails/sign-in/new-device.ts';

/** `name` is the name of the token. The other values are as in new-device.ts. */
export type UsageTokenCreatedProps = NewDeviceProps & { name: string };
export const sample: UsageTokenCreatedProps = { ...device, name: 'Grafana' };

/** Sent to the owner whenever a usage token is created. */
export const usageTokenCreated = ({ name, device, address, time, accountUrl, ...notice }: UsageTokenCreatedProps) =>
  renderMail({
    subject: 'A usage token was made',
    heading: 'A usage token was made',
    intro: `The usage token “${name}” was made for your account. It reads your usage until you revoke it, and nothing else. It was done with ${device}, address ${address}, ${time}.`,
    action: { label: 'See your account', url: accountUrl },
    outro: noticeOutro(
      notice,
      `If it was you, there is nothing to do. If not, revoke the token, change your password at once, and write to ${notice.supportMail}.`,
    ),
  });
