import { exactNumber } from '#components/ui/data/number-text.ts';

/** The daily limit of all units together, in requests and in emails. Null means unlimited. */
export type UsageLimit = { daily: number | null; emails: number | null };
export type LimitUnit = 'requests' | 'emails';

/** Both numbers of a limit, the unit `first` first: `60,000 requests a day, about 30,000 emails`. */
export function limitText({ daily, emails }: UsageLimit, first: LimitUnit): string | null {
  if (daily === null || emails === null) return null;
  const [requests, mails] = [`${exactNumber(daily)} requests`, `${exactNumber(emails)} emails`];
  return first === 'requests' ? `${requests} a day, about ${mails}` : `About ${mails} a day, ${requests}`;
}
