import { exactNumber } from '#components/ui/data/number-text.ts';
import { limitText } from '#lib/base/daily-limit.ts';
import type { UserStatusView } from '#lib/billing/views.ts';

/** `Quantity 2, each 2,000 emails a day (4,000 requests)` */
export function quantityText({ plan: { quantity }, usage_limit: { daily, source } }: UserStatusView): string {
  const text = `Quantity ${exactNumber(quantity)}`;
  if (quantity < 2 || daily === null || source !== 'plan') return text;
  return `${text}, each ${limitText(daily / quantity)}`;
}
