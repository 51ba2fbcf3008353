import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

const random = () => randomBytes(32).toString('base64url');

/** What a machine of its own needs to keep between starts, and how each value is made. */
const GENERATED = {
  AUTH_SECRET: random,
  KEY_ENCRYPTION_KEY: random,
  OIDC_COOKIE_KEYS: random,
  STRIPE_SECRET_KEY: () => `sk_test_standin_${randomBytes(18).toString('hex')}`,
  STRIPE_WEBHOOK_SECRET: () => `whsec_${randomBytes(24).toString('hex')}`,
  APP_DATABASE_PASSWORD: random,
  ADMIN_PASSWORD: generatePassword,
  DEMO_PASSWORD: generatePassword,
};
export type Secrets = Record<keyof typeof GENERATED, string>;

/**
 * The generated values of a data folder, from `secrets.env` (mode 0600) in it; what is missing there is made and kept.
 * Written beside and renamed, so that a crash leaves the old file or the new one.
 */
export function loadSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const file = path.join(dataDir, 'secrets.env');
  const kept = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const secrets = {} as Secrets;
  for (const name of Object.keys(GENERATED) as (keyof Secrets)[]) secrets[name] = kept[name] || GENERATED[name]();

  const lines = Object.entries({ ...kept, ...secrets }).map(([name, value]) => `${name}=${value ?? ''}`);
  writeFileSync(`${file}.new`, `${['# Made by npm start for this machine only.', ...lines].join('\n')}\n`, {
    mode: 0o600,
  });
  renameSync(`${file}.new`, file);
  return secrets;
}

/** A password of 20 characters (about 110 bits) with all four classes, none of them easily confused or in need of quotes. */
export function generatePassword(): string {
  const classes = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '-_.+'];
  const every = classes.join('');
  for (;;) {
    const password = Array.from({ length: 20 }, () => every[randomInt(every.length)]).join('');
    if (classes.every((set) => Array.from(set).some((character) => password.includes(character)))) return password;
  }
}
