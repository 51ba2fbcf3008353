/**
 * Whether the database can store every text in a value: PostgreSQL refuses NUL, and lone surrogates in JSON. Checks
 * field names too, at any depth.
 */
export function isStorable(value: unknown): boolean {
  const waiting = [value];
  for (const each of waiting) {
    if (typeof each === 'string' && (each.includes('\0') || !each.isWellFormed())) return false;
    if (typeof each !== 'object' || each === null) continue;
    for (const [name, part] of Object.entries(each)) waiting.push(name, part);
  }
  return true;
}
