export const MAX_PASSKEYS = 20;
export const canAddPasskey = (count: number) => count < MAX_PASSKEYS;
