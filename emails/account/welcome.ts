import type { MailParts } from '#emails/parts/mail-parts.ts';
import { boughtFigures, sampleBought, type Bought } from '#emails/parts/phrases.ts';
import { commands, inWords, promises } from '#lib/promises.ts';

export type WelcomeProps = Bought & {
  quantity: number;
  keyStart: string;
  setupUrl: string;
  supportMail: string;
};
export const sample: WelcomeProps = {
  ...sampleBought,
  quantity: 1,
  keyStart: 'k4nq8y7w1e3c5r6t',
  setupUrl: 'https://premium.example/setup',
  supportMail: 'support@premium.example',
};

/** Sent when a subscription gets its key. Does not contain the key, because the key gives access to the storage. */
export const welcome = ({ quantity, keyStart, setupUrl, supportMail, ...bought }: WelcomeProps): MailParts => ({
  subject: 'Your key is ready',
  preheader: `Two files on each server, and ${bought.plan} is in service.`,
  heading: 'Your key is ready',
  intro: [
    `Thank you for subscribing to ${bought.plan}. One key works on all your servers; they share its daily limit.`,
  ],
  figures: [
    ['Key', `${keyStart}…`],
    ...boughtFigures(bought),
    ...(quantity > 1 ? [['Quantity', String(quantity)] as const] : []),
  ],
  steps: [
    { text: 'Open the setup guide and log in. Its two files already contain your key; save them on each mail server.' },
    { text: 'Check the configuration:', command: commands.configtest },
    { text: 'Reload Rspamd:', command: commands.reload },
    {
      text: `Watch the light on your dashboard. The key works within ${inWords(promises.keyChange)}, and the light turns green with the first request.`,
    },
  ],
  action: { label: 'Open the setup guide', url: setupUrl },
  outro: [`Something doesn’t work? Reply to this email or write to ${supportMail}.`],
});
