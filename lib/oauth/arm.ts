/** Milliseconds in which a click on the consent page was meant for what was there before, as in a double click. */
export const ARM_MS = 500;
