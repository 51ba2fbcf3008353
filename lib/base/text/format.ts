/** A duration in words, rounded up: `40 seconds`, `1 minute`, `2 hours`. */
export function formatWait(seconds: number): string {
  const [count, unit] =
    seconds < 60
      ? [Math.ceil(seconds), 'second']
      : seconds < 3600
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return countOf(count, unit);
}

/** A count with its noun, whose plural ends in s: `1 key`, `1,200 keys`. */
export const countOf = (count: number, thing: string): string =>
  `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;

/** Cuts a text to `length` characters and adds an ellipsis; a shorter text stays as it is. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;

/** Formats an amount given in the smallest unit of its currency: `£25.00`. */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** A day in UTC: `2026-11-21`. */
export const formatDay = (at: Date): string => at.toISOString().slice(0, 10);

/** A time with its zone: `2026-11-21 10:40 UTC`. */
export const utcTime = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const CUSTOMER_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day in UTC as customers read it: `21 November 2026`. The console has `formatDay`. */
export const customerDay = (at: Date): string => CUSTOMER_DAY.format(at);

/** A time as customers read it: `21 November 2026, 10:40 UTC`. The console has `utcTime`. */
export const customerTime = (at: Date): string => `${customerDay(at)}, ${at.toISOString().slice(11, 16)} UTC`;

/** A title as a URL segment: `Admin: keys` becomes `admin-keys`. */
export const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** A length of time: `12 s`, `7 min`, `3 h`, `2 days`. */
export function spanText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}

/** A plan as it is bought: `Starter`, `Scale × 2`. */
export const withQuantity = (name: string, quantity: number): string => (quantity > 1 ? `${name} × ${quantity}` : name);
