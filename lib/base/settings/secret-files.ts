import { readFileSync } from 'node:fs';

/** Settings that may come from a file, named by NAME_FILE, as with the secrets of systemd, Docker and Kubernetes. */
export const SECRET_SETTINGS = [
  ...['AUTH_SECRET', 'KEY_ENCRYPTION_KEY', 'OIDC_COOKIE_KEYS', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ...['DATABASE_URL', 'MIGRATE_DATABASE_URL', 'SMTP_URL', 'ADMIN_PASSWORD', 'DEMO_PASSWORD'],
];
const FILE_SETTINGS = new Set(SECRET_SETTINGS.map((name) => `${name}_FILE`));
type Source = Readonly<Record<string, string | undefined>>;

/**
 * The settings with the contents of the files that they name, without the newline at their end, in place of the names.
 * Throws one Error with a
 * sentence for each setting that is given twice, or whose file cannot be read or is empty; it never contains a value.
 */
export function withSecretFiles(source: Source): Source {
  const problems: string[] = [];
  const read = SECRET_SETTINGS.flatMap((name) => {
    const file = source[`${name}_FILE`];
    if (!file) return [];
    if (source[name]) problems.push(`${name}: is set, and ${name}_FILE too: remove one of them`);
    try {
      const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (!value) problems.push(`${name}_FILE: ${file} is empty`);
      return [[name, value] as const];
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
      problems.push(`${name}_FILE: ${file} cannot be read (${code})`);
      return [];
    }
  });
  if (problems.length) throw new Error(`Invalid environment:\n  ${problems.join('\n  ')}`);
  const others = Object.entries(source).filter(([name]) => !FILE_SETTINGS.has(name));
  return Object.fromEntries([...others, ...read]);
}
