import { renderMail } from '#emails/parts/render-mail.ts';

export type WelcomeProps = {
  product: string;
  quantity: number;
  keyStart: string;
  setupUrl: string;
  supportMail: string;
};
export const sample: WelcomeProps = {
  product: 'Premium access (small)',
  quantity: 1,
  keyStart: 'k4nq8y7w1e3c5r6t',
  setupUrl: 'https://premium.example/setup',
  supportMail: 'support@premium.example',
};

/** Sent when a subscription gets its key. The key itself is on the site only: it gives access to the storage. */
export const welcome = ({ product, quantity, keyStart, setupUrl, supportMail }: WelcomeProps) =>
  renderMail({
    subject: 'Your key is ready',
    heading: 'Your key is ready',
    intro: `Thank you for subscribing to ${product}${quantity > 1 ? `, quantity ${quantity}` : ''}. Your key begins with ${keyStart}. It works on all your servers; all of them share its daily limit.`,
    steps: [
      'Open the setup guide and log in: its configuration already holds your key.',
      'Save the two files it names on each mail server, then run "rspamadm configtest" and reload Rspamd.',
      'The storage servers take a new key within two minutes. After that your dashboard shows the first requests.',
    ],
    action: { label: 'Open the setup guide', url: setupUrl },
    outro: `If something does not work, answer this mail or write to ${supportMail}.`,
  });
