/** `node stripe-emulator/main.ts`: the emulator as a separate process, configured by the environment. */
import { startEmulator } from './emulator.ts';

const { env } = process;
const appUrl = env['APP_URL'] ?? `http://localhost:${env['PORT'] ?? 8080}`;

const emulator = await startEmulator({
  port: Number(env['STRIPE_PORT'] ?? 12111),
  dir: env['DATA_DIR'] ?? '.data',
  apiKey: env['STRIPE_SECRET_KEY'] ?? '',
  webhookSecrets: (env['STRIPE_WEBHOOK_SECRET'] ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean),
  webhookUrl: webhookUrl(),
  appUrl,
});
console.log(`Stripe emulator ready on http://127.0.0.1:${emulator.port}`);

// State is saved before each response, so there is nothing to wait for.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));

/** Empty: events go only to the endpoints that a shop creates itself, as at Stripe. */
function webhookUrl(): string | null {
  if (env['STRIPE_WEBHOOK_URL'] === '') return null;
  return env['STRIPE_WEBHOOK_URL'] ?? `http://127.0.0.1:${env['PORT'] ?? 8080}/api/webhooks/stripe`;
}
