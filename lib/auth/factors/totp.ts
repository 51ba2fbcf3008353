import { generateSecret, generateURI, verify } from 'otplib';
import { site } from '#lib/base/settings/site.ts';
import { plainCode } from '#lib/base/text/typed-code.ts';

/** Clock skew of one time step, the most that RFC 6238 §5.2 recommends. */
const TOLERANCE_SECONDS = 30;

/** A new shared secret: 160 bits in base32. */
export const createTotpSecret = (): string => generateSecret();

/** The URI in the QR code for authenticator apps (otpauth://totp/…). */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: site.name, label: email, secret });

/**
 * The 30-second step of six typed digits of any script (S89), allowing one step of clock skew. Null if the code matches no step after
 * `lastStep`, so that a used code does not work again.
 */
export async function totpStepOf(
  secret: string,
  typed: string,
  now: Date,
  lastStep: bigint | null,
): Promise<bigint | null> {
  const code = plainCode(typed);
  if (!/^\d{6}$/.test(code)) return null;
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
    ...(lastStep !== null && { afterTimeStep: Number(lastStep) }),
  });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null;
}
