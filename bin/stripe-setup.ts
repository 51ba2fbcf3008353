/**
 * `npm run stripe:setup`: creates products, prices, the billing portal and the webhook of APP_URL in the account of
 * STRIPE_SECRET_KEY. Safe to repeat.
 */
import '#lib/base/one-line-errors.ts';
import { createStripe } from '#lib/billing/stripe/client.ts';
import { setUpStripe } from '#lib/billing/stripe/setup.ts';
import { withSecretFiles } from '#lib/base/settings/secret-files.ts';
import { origin } from '#lib/base/settings/setting-types.ts';

const { STRIPE_SECRET_KEY: key, APP_URL: appUrl, STRIPE_API_BASE: base } = withSecretFiles(process.env);
const site = origin.safeParse(appUrl);
if (!key || !site.success) {
  console.error('Usage: STRIPE_SECRET_KEY=sk_… APP_URL=https://HOST npm run stripe:setup');
  process.exit(2);
}
const { done, webhookSecret } = await setUpStripe(createStripe(key, base || undefined), site.data);
console.log(
  done.length ? `Created or changed:\n${done.map((name) => `  ${name}`).join('\n')}` : 'Everything already exists.',
);
if (webhookSecret) console.log(`\nSet this now. It will not be shown again:\n  STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
console.log(
  '\nThen set up once in the Stripe Dashboard: Tax (origin address, registrations), receipt emails, payment retries.',
);
