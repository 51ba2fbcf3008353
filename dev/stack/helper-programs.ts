import type { Settings } from './settings.ts';
import type { Program } from './supervisor.ts';

/** The inbox and the Stripe emulator, unless the environment names other services. */
export function helperPrograms({ provides, dataDir, ports, appUrl, app }: Settings): Program[] {
  const machine = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', DATA_DIR: dataDir };
  const inbox = { INBOX_PORT: String(ports.inbox), INBOX_SMTP_PORT: String(ports.inboxSmtp) };
  const stripe = {
    STRIPE_PORT: String(ports.stripe),
    APP_URL: appUrl,
    PORT: String(ports.web),
    STRIPE_SECRET_KEY: app.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: app.STRIPE_WEBHOOK_SECRET?.split(',')[0]?.trim(),
  };
  const inboxProgram: Program = {
    name: 'inbox',
    args: ['dev/inbox/inbox.ts'],
    env: { ...machine, ...inbox },
    stopsLast: true,
  };
  const stripeProgram: Program = {
    name: 'stripe',
    args: ['stripe-emulator/main.ts'],
    env: { ...machine, ...stripe },
    stopsLast: true,
  };
  return [...(provides.inbox ? [inboxProgram] : []), ...(provides.stripe ? [stripeProgram] : [])];
}
