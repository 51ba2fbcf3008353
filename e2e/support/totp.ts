import { generate } from 'otplib';

const STEP_SECONDS = 30;

/**
 * What an authenticator app shows `steps` times 30 s from now. A code works once, no earlier one works after it, and
 * each is taken one step before and after its time: 0 and then 1 are right however slow the test is in between.
 */
export const totpCode = (secret: string, steps: 0 | 1 = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS });
