import { generate } from 'otplib';

const STEP_SECONDS = 30;

/**
 * The code that an authenticator app shows `steps` × 30 s from now. A code works once, voids earlier ones, and is
 * accepted one step before and after its time, so a test can use 0 and then 1, however slow it is.
 */
export const totpCode = (secret: string, steps: 0 | 1 = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS });
