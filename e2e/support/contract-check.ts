/** Runs after all browser tests. Throws if a request to the Stripe emulator broke the contract of Stripe's API. */
export default async function checkContract(): Promise<void> {
  const { STRIPE_URL } = process.env;
  if (!STRIPE_URL) return;
  const response = await fetch(`${STRIPE_URL}/_control/contract`);
  const { requests, violations } = (await response.json()) as { requests: number; violations: object[] };
  if (violations.length)
    throw new Error(`Requests to Stripe broke the contract of its API:\n${JSON.stringify(violations, null, 2)}`);
  console.log(`${requests} requests to Stripe, all valid`);
}
