import { noticeOutro } from './former-address.ts';
import { renderMail } from './html.ts';
import { sample as device, type NewDeviceProps } from './new-device.ts';

/** `name`: of the token; where and when as in the notice of a new device. */
export type UsageTokenCreatedProps = NewDeviceProps & { name: string };
export const sample: UsageTokenCreatedProps = { ...device, name: 'Grafana' };

/** Sent when a token was made that reads somebody's usage, so that its owner learns of it whoever did it. */
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
