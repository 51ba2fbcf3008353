import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { CredentialId, type CreatePasskeyInput, type PasskeyLogInInput } from '#lib/auth/schema.ts';
import { CHALLENGE_MS } from '#lib/auth/session/challenge.ts';
import { env } from '#lib/base/settings/env.ts';
import { site } from '#lib/base/settings/site.ts';

/** Fixed, so that all processes offer and accept the same algorithms, whatever their runtime supports. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

const rpId = () => new URL(env().APP_URL).hostname;

/** The user handle: the bytes of the user's id in base64url (WebAuthn §5.4.3). */
export const userHandleOf = (userId: string) => userIdBytes(userId).toString('base64url');
const userIdBytes = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex');

/** Options for `navigator.credentials.create()`: a discoverable passkey with user verification. */
export const registrationOptions = (
  user: { id: string; email: string },
  existing: { credentialId: string; transports: string[] }[],
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  generateRegistrationOptions({
    rpName: site.name,
    rpID: rpId(),
    userID: Uint8Array.from(userIdBytes(user.id)),
    userName: user.email,
    userDisplayName: user.email,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });

/** Options for `navigator.credentials.get()`: any passkey of this site, with user verification. */
export const loginOptions = (): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({ rpID: rpId(), timeout: CHALLENGE_MS, userVerification: 'required' });

type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/**
 * The new credential. Null unless the response answers this challenge on this site, with user verification and without
 * a certificate (WebAuthn §7.1).
 */
export async function verifyRegistration(
  response: CreatePasskeyInput['response'],
  challenge: string,
): Promise<Registration | null> {
  if (!isWithoutCertificate(response.response.attestationObject)) return null;
  const result = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: env().APP_URL,
    expectedRPID: rpId(),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  const registration = result?.registrationInfo;
  return registration && CredentialId.safeParse(registration.credential.id).success ? registration : null;
}

/**
 * We request no attestation, and browsers then send none, or the key's own signature (WebAuthn §5.1.3). Certificates
 * are refused unread, because checking them would fetch URLs that they contain (S62).
 */
export function isWithoutCertificate(attestationObject: string): boolean {
  try {
    const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')));
    const format = attestation.get('fmt');
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

type Assertion = VerifiedAuthenticationResponse['authenticationInfo'];

/**
 * The authenticator's new state. Null unless this credential answers this challenge on this site, with user
 * verification and with a valid signature counter (WebAuthn §7.2).
 */
export async function verifyAssertion(
  { id, rawId, type, response }: PasskeyLogInInput['response'],
  challenge: string,
  credential: WebAuthnCredential,
): Promise<Assertion | null> {
  const { clientDataJSON, authenticatorData, signature } = response;
  const result = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: env().APP_URL,
    expectedRPID: rpId(),
    credential,
    requireUserVerification: true,
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo : null;
}
