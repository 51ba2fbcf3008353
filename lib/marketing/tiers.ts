/** What one unit of a plan covers and costs: emails a day, and pounds without VAT (docs/product.md). */
export const TIERS = {
  Personal: { emails: 2_000, monthly: 7, yearly: 84 },
  Starter: { emails: 30_000, monthly: 25, yearly: 285 },
  Scale: { emails: 100_000, monthly: 50, yearly: 550 },
} as const;

/** Emails a day from which the price is agreed with sales. */
export const ENTERPRISE_EMAILS = 1_000_000;

export const formatCount = (count: number): string => count.toLocaleString('en-GB');
export const formatPounds = (pounds: number): string => `£${formatCount(pounds)}`;
