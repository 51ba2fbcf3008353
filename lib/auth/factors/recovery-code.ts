import { normaliseCode, randomCode, sha256 } from '#lib/base/crypto.ts';

const COUNT = 10;

/** Ten codes for people who have lost their authenticator. */
export const createRecoveryCodes = (): string[] => Array.from({ length: COUNT }, randomCode);

/** The stored hash of a code, however it is typed. */
export const recoveryCodeHash = (code: string) => sha256(`recovery:${normaliseCode(code)}`);

/** Tells a recovery code (16 characters of its alphabet) from an authenticator's code. */
export const looksLikeRecoveryCode = (code: string) => /^[0-9a-hjkmnp-tv-z]{16}$/.test(normaliseCode(code));
