/** The one rate the stand-in knows: British VAT. Stripe Tax cannot be imitated. */
export const VAT_PERCENT = 20;

/** VAT on an exclusive amount in pence. */
export const vatOn = (amount: number) => Math.round((amount * VAT_PERCENT) / 100);
