/** `npm run stripe:smoke`: sends our requests to the test account of STRIPE_SECRET_KEY. Skipped without a key. */
import '#lib/base/one-line-errors.ts';
import { createStripe } from '#lib/billing/stripe/client.ts';
import { smokeStripe } from '#lib/billing/stripe/smoke.ts';
import { withSecretFiles } from '#lib/base/settings/secret-files.ts';
import { origin } from '#lib/base/settings/setting-types.ts';

const settings = withSecretFiles(process.env);
const { STRIPE_SECRET_KEY: key = '', STRIPE_API_BASE: base } = settings;
if (!/^(sk|rk)_test_/.test(key)) {
  console.log(
    key ? 'Refused: not a test key.' : 'skipped: Stripe smoke test, because STRIPE_SECRET_KEY holds no test key',
  );
  process.exit(key ? 2 : 0);
}
const appUrl = origin.parse(settings.APP_URL || 'https://premium.example');
const steps = await smokeStripe(createStripe(key, base || undefined), appUrl);
for (const { name, error } of steps) console.log(error === null ? `✓ ${name}` : `✗ ${name}: ${error}`);
const failed = steps.filter(({ error }) => error !== null).length;
console.log(`${steps.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
