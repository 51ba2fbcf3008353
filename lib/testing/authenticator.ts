import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { CreatePasskeyInput, PasskeyLogInInput } from '#lib/auth/schema.ts';
import { env } from '#lib/base/settings/env.ts';

/** The parts of a response that a test may forge. */
export type Forgery = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  attestation?: { fmt: string; attStmt: Map<string, Uint8Array<ArrayBuffer>[]> };
};

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };

/** A software authenticator with one ES256 credential. `counts: false` makes it a synced passkey without a counter. */
export function createAuthenticator({ counts = true, idBytes = 32 } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(idBytes);
  const id = credentialId.toString('base64url');
  const envelope = { id, rawId: id, type: 'public-key' } as const;
  let counter = 0;
  let owner = '';

  const authenticatorData = (rpId: string, forgery: Forgery, attested = Buffer.alloc(0)) => {
    if (counts) counter++;
    const flags =
      FLAGS.present |
      (forgery.isVerified === false ? 0 : FLAGS.verified) |
      (counts ? 0 : FLAGS.backupEligible | FLAGS.backedUp) |
      (attested.length ? FLAGS.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(forgery.counter ?? counter);
    return Buffer.concat([hash(forgery.rpId ?? rpId), Buffer.of(flags), count, attested]);
  };
  const clientData = (type: string, challenge: string, forgery: Forgery) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: forgery.challenge ?? challenge,
        origin: forgery.origin ?? env().APP_URL,
        crossOrigin: false,
      }),
    );

  return {
    id,
    /** `navigator.credentials.create()`: throws for an excluded credential. */
    create(options: PublicKeyCredentialCreationOptionsJSON, forgery: Forgery = {}): CreatePasskeyInput['response'] {
      if (options.excludeCredentials?.some((excluded) => excluded.id === id)) throw new Error('InvalidStateError');
      owner = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
        ...([[1, 2] as const, [3, -7] as const, [-1, 1] as const] satisfies (readonly [number, number])[]),
        [-2, bytes(Buffer.from(x, 'base64url'))],
        [-3, bytes(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(cose)]);
      const { fmt, attStmt } = forgery.attestation ?? { fmt: 'none', attStmt: new Map() };
      const authData = bytes(authenticatorData(options.rp.id ?? '', forgery, attested));
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array<ArrayBuffer> | typeof attStmt>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', authData],
        ]),
      );
      return {
        ...envelope,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, forgery).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** `navigator.credentials.get()`. */
    get(options: PublicKeyCredentialRequestOptionsJSON, forgery: Forgery = {}): PasskeyLogInInput['response'] {
      const data = authenticatorData(options.rpId ?? '', forgery);
      const client = clientData('webauthn.get', options.challenge, forgery);
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey);
      return {
        ...envelope,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: forgery.userHandle ?? owner,
        },
      };
    },
  };
}

const hash = (value: string | Buffer) => createHash('sha256').update(value).digest();
const bytes = (buffer: Buffer) => Uint8Array.from(buffer);
