import type { Settings } from './settings.ts';

export function urlsOf({ app, appUrl, provides, ports }: Settings) {
  return {
    ...(app.SMTP_URL && { smtpUrl: app.SMTP_URL }),
    metricsPort: ports.metrics,
    appUrl,
    inboxUrl: provides.inbox ? `http://localhost:${ports.inbox}` : null,
    stripeUrl: provides.stripe ? `http://localhost:${ports.stripe}` : null,
  };
}

/** Prints where everything is, and how to log in. */
export function announce(settings: Settings) {
  const { secrets, adminEmail, provides, dataDir } = settings;
  const { appUrl, inboxUrl, stripeUrl } = urlsOf(settings);
  const lines = [
    ['Site', appUrl],
    ['Admin', `${adminEmail}   password ${provides.adminPassword ? secrets.ADMIN_PASSWORD : 'as in ADMIN_PASSWORD'}`],
    ['Inbox', inboxUrl ?? `none: mail goes to SMTP_URL`],
    ['Stripe', stripeUrl ? `${stripeUrl} (a local emulator: no money moves)` : 'as in STRIPE_SECRET_KEY'],
    ['Data', dataDir],
  ];
  if (!stripeUrl && !process.env.STRIPE_WEBHOOK_SECRET)
    lines.push(['Note', 'set STRIPE_WEBHOOK_SECRET to receive webhooks from Stripe']);
  console.log(
    `\n${lines.map(([name = '', value = '']) => `  ${name.padEnd(9)}${value}`).join('\n')}\n\n  Press Ctrl-C to stop everything.\n`,
  );
}
