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

/** A price with so many percent VAT, to the penny: `£8.40`, `£30`. */
export function withVat(pounds: number, percent: number): string {
  const pence = Math.round(pounds * (100 + percent));
  return pence % 100 === 0 ? formatPounds(pence / 100) : `£${(pence / 100).toFixed(2)}`;
}

export const isTier = (name: string): name is keyof typeof TIERS => Object.hasOwn(TIERS, name);
