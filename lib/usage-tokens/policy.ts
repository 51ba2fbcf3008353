/** How many usage tokens one person may have. */
export const MAX_USAGE_TOKENS = 5;
export const canAddUsageToken = (count: number): boolean => count < MAX_USAGE_TOKENS;
