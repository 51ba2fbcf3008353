import { formatMoney } from '#lib/base/text/format.ts';

/** A change of an amount, with its sign: `+£25.00`, `−£5.00`, `£0.00`. */
export function formatChange({ amount, currency }: { amount: number; currency: string }): string {
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '';
  return sign + formatMoney({ amount: Math.abs(amount), currency });
}
