import { renderMail } from '#emails/parts/render-mail.ts';

export type ConfirmNewEmailProps = { url: string };
export const sample: ConfirmNewEmailProps = { url: 'https://premium.example/change-email?token=sample' };

/**
 * Sent to the new address: the link confirms the change. It reveals nothing about the account, because the address may
 * be mistyped.
 */
export const confirmNewEmail = ({ url }: ConfirmNewEmailProps) =>
  renderMail({
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    intro:
      'You asked to use this address for your account. Open the link and press the button to confirm it. The link works once, for 24 hours, and a newer one makes it void.',
    action: { label: 'Confirm email address', url },
    outro: 'If it was not you, do nothing: without the link nothing changes.',
  });
