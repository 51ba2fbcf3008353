/** `npm run stripe:setup`: products, prices, billing portal and webhook of APP_URL in the account of STRIPE_SECRET_KEY. Safe to repeat. */
import { setUpStripe } from '#lib/billing/setup.ts';
import { createStripe } from '#lib/billing/stripe.ts';

const { STRIPE_SECRET_KEY: key, APP_URL: appUrl, STRIPE_API_BASE: base } = process.env;
if (!key || !appUrl) {
  console.error('Usage: STRIPE_SECRET_KEY=sk_… APP_URL=https://… npm run stripe:setup');
  process.exit(2);
}
const { done, webhookSecret } = await setUpStripe(createStripe(key, base || undefined), new URL(appUrl).origin);
console.log(done.length ? `Made:\n${done.map((name) => `  ${name}`).join('\n')}` : 'Everything was there already.');
if (webhookSecret)
  console.log(`\nSet this now, Stripe does not show it again here:\n  STRIPE_WEBHOOK_SECRET=${webhookSecret}`);
console.log(
  '\nIn Stripe itself, once: Tax (origin address, registrations), mails of receipts, retries of failed payments.',
);
