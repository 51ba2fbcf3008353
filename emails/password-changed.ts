import { renderMail } from './html.ts';

export type PasswordChangedProps = { loginUrl: string; supportMail: string };
export const sample: PasswordChangedProps = {
  loginUrl: 'https://premium.example/login',
  supportMail: 'support@premium.example',
};

/** Sent after a password was changed or reset, so that its owner learns of it whoever did it. */
export const passwordChanged = ({ loginUrl, supportMail }: PasswordChangedProps) =>
  renderMail({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    intro: 'The password of your account was changed, and all devices were logged out.',
    action: { label: 'Log in', url: loginUrl },
    outro: `If it was not you, reset your password at once and write to ${supportMail}.`,
  });
