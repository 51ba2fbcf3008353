import { ENTERPRISE_EMAILS, formatCount, TIERS } from './tiers.ts';

/** The calculator's rule of thumb: emails a day per user. */
const EMAILS_PER_USER = 20;

/** The plan for a number of emails a day. Only Scale is suggested in a larger quantity. */
export type Suggestion = { plan: keyof typeof TIERS; quantity: number } | { plan: 'Enterprise' };

/**
 * The smallest plan whose limit covers `emails` a day. Beyond Starter that is Scale in the quantity needed: two Starter
 * plans cost no less than one Scale plan and cover less, and several Personal plans would lack the bulk service. From a
 * million a day it is Enterprise, whose price is agreed with sales.
 */
export function suggestPlan(emails: number): Suggestion {
  if (emails >= ENTERPRISE_EMAILS) return { plan: 'Enterprise' };
  if (emails <= TIERS.Personal.emails) return { plan: 'Personal', quantity: 1 };
  if (emails <= TIERS.Starter.emails) return { plan: 'Starter', quantity: 1 };
  return { plan: 'Scale', quantity: Math.ceil(emails / TIERS.Scale.emails) };
}

/** Whether one unit of a plan covers fewer than `emails` a day. */
export const isTooSmall = (plan: string, emails: number): boolean =>
  Object.hasOwn(TIERS, plan) && emails > TIERS[plan as keyof typeof TIERS].emails;

/** What the user typed last, and into which field. */
export type Typed = { field: 'emails' | 'users'; text: string };
/** Both fields of the calculator and what they mean: a number of emails a day, a problem, or nothing yet. */
export type Estimate = { emails: string; users: string; emailsPerDay: number | null; problem: string | null };

/** Links the two fields: the one typed into keeps its text, the other follows by the rule of thumb, rounded up. */
export function estimate({ field, text }: Typed): Estimate {
  const count = readCount(text);
  const own = { emails: '', users: '', [field]: text };
  if (typeof count !== 'number') return { ...own, emailsPerDay: null, problem: count };
  const emailsPerDay = field === 'emails' ? count : count * EMAILS_PER_USER;
  if (emailsPerDay > Number.MAX_SAFE_INTEGER) return { ...own, emailsPerDay: null, problem: TOO_LARGE };
  return field === 'emails'
    ? { emails: text, users: formatCount(Math.ceil(count / EMAILS_PER_USER)), emailsPerDay, problem: null }
    : { emails: formatCount(emailsPerDay), users: text, emailsPerDay, problem: null };
}

const TOO_LARGE = 'That number is too large.';
const NO_COUNT = 'Please type a whole number, for example 30,000 or 30k.';
const UNITS: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** The number in a text: `30000`, `30,000`, `30 000`, `30k`, `1.5M`; null for an empty text, else an error text. */
export function readCount(text: string): number | string | null {
  const trimmed = text.trim();
  if (!trimmed) return null;
  const [, digits = '', unit = ''] =
    /^(\d+(?:\.\d+)?|\d{1,3}(?:[, \u00a0\u202f]\d{3})+)\s?([km]?)$/i.exec(trimmed) ?? [];
  const factor = UNITS[unit.toLowerCase()] ?? 1;
  const count = Number(digits.replaceAll(/[^\d.]/g, '')) * factor;
  if (!digits || (unit === '' && digits.includes('.'))) return NO_COUNT;
  if (count > Number.MAX_SAFE_INTEGER) return TOO_LARGE;
  return Math.round(count);
}
