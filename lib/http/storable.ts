/**
 * Whether every text in a value can be kept: PostgreSQL takes no NUL, and its JSON no half of a surrogate pair. Looks into
 * names, too, and goes as deep as the value does.
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
