/** Stands for a value that is not shown. */
export const HIDDEN = '(hidden)';

/**
 * Fields with such a name may hold a secret. Their text is shown only if it is a UUID, which is the id of something.
 */
const SECRET = /secret|passw|passphrase|token|private|sealed|hash|cookie|otp|recovery/i;
const NO_SECRET = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The data of an audit event without texts that could be secrets. The log should have none (lib/audit/audit.ts); this
 * covers a secret that was recorded by mistake, because the log cannot be changed.
 */
export function hideSecrets(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return SECRET.test(field) && !NO_SECRET.test(value) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, hideSecrets(item, SECRET.test(field) ? field : name)]),
  );
}
