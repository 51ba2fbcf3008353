/** Milliseconds in which a click on the new consent page is ignored: it may be the second half of a double click. */
export const ARM_MS = 500;
