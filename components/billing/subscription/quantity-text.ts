import { exactNumber } from '#components/ui/data/number-text.ts';
import type { UserStatusView } from '#lib/billing/views.ts';

/** `Quantity 2 (2 × 4,000 requests a day)` */
export function quantityText({ plan: { quantity }, usage_limit: { daily, source } }: UserStatusView): string {
  const text = `Quantity ${exactNumber(quantity)}`;
  if (quantity < 2 || daily === null || source !== 'plan') return text;
  return `${text} (${exactNumber(quantity)} × ${exactNumber(daily / quantity)} requests a day)`;
}
