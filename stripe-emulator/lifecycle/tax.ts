/** British VAT, the only rate: the emulator does not imitate Stripe Tax. */
export const VAT_PERCENT = 20;

/** VAT on an exclusive amount in pence. */
export const vatOn = (amount: number) => Math.round((amount * VAT_PERCENT) / 100);
