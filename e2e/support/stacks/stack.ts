function coordinate(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests with \`npm test\``);
  return value;
}

/** URLs and settings of the running copy that `npm test` started. */
export const stack = {
  get baseUrl() {
    return coordinate('BASE_URL');
  },
  get inboxUrl() {
    return coordinate('INBOX_URL');
  },
  get stripeUrl() {
    return coordinate('STRIPE_URL');
  },
  /** The secret that signs Stripe's webhooks. */
  get webhookSecret() {
    return coordinate('STRIPE_WEBHOOK_SECRET');
  },
  /** Settings with which the fixtures create rows in the running copy's database. */
  get settings() {
    return {
      APP_URL: coordinate('BASE_URL'),
      DATABASE_URL: coordinate('DATABASE_URL'),
      KEY_ENCRYPTION_KEY: coordinate('KEY_ENCRYPTION_KEY'),
      STRIPE_WEBHOOK_SECRET: coordinate('STRIPE_WEBHOOK_SECRET'),
    };
  },
};
