import { inWords, promises } from '#lib/base/promises.ts';

/** How often and how long a mailed link works. */
export const LINK_TERMS = `The link works once and expires in ${inWords(promises.mailedLink)}.`;
/** Like `LINK_TERMS`, for a link that stops working when a newer one is requested. */
export const REPLACED_LINK_TERMS = `The link works once, expires in ${inWords(promises.mailedLink)}, and is replaced if you ask for another.`;
/** How to get a new link once a mailed one has expired. */
export const NEW_LINK = 'After that, “Forgot your password?” on the login page emails you a new one.';

/** The plan that a user bought: its name here, and its name on Stripe's invoices. */
export type Bought = { plan: string; product: string };
export const sampleBought: Bought = { plan: 'Starter', product: 'Premium access (small)' };

/** Table rows with the names of the bought plan. */
export const boughtFigures = ({ plan, product }: Bought): (readonly [string, string])[] => [
  ['Plan', plan],
  ...(product === plan ? [] : [['Invoiced as', product] as const]),
];

/** Where support can be reached. */
export const questions = (supportMail: string): string => `Questions? Write to ${supportMail}.`;
