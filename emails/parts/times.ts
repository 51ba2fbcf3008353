/** A time in ISO 8601 UTC as emails write it: `2026-11-28 10:00 UTC`. */
export const utcTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
