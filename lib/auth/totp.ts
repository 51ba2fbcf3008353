import { generateSecret, generateURI, verify } from 'otplib';
import { site } from '#lib/site.ts';

/** The shortest step that two clocks may differ (RFC 6238 §5.2). */
const TOLERANCE_SECONDS = 30;

/** A new shared secret: 160 bits in base32. */
export const createTotpSecret = (): string => generateSecret();

/** What an authenticator app reads from the QR code (otpauth://totp/…). */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: site.name, label: email, secret });

/**
 * The 30-second step a six-digit code belongs to, one step of clock skew allowed; null when it fits none after `lastStep`,
 * so that a code that was used works no second time.
 */
export async function totpStepOf(
  secret: string,
  code: string,
  now: Date,
  lastStep: bigint | null,
): Promise<bigint | null> {
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
