/** After all browser tests: every request that the product sent to Stripe's stand-in kept the contract. */
export default async function checkContract(): Promise<void> {
  const { STRIPE_URL } = process.env;
  if (!STRIPE_URL) return;
  const response = await fetch(`${STRIPE_URL}/_control/contract`);
  const { requests, violations } = (await response.json()) as { requests: number; violations: object[] };
  if (violations.length)
    throw new Error(`Requests to Stripe broke the contract:\n${JSON.stringify(violations, null, 2)}`);
  console.log(`${requests} requests to Stripe, all of them by the contract`);
}
