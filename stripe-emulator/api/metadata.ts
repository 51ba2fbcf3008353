import type { Metadata } from '../model.ts';

/** Changes metadata as Stripe does: an empty value unsets its key; null or an empty string for `change` clears all. */
export function mergeMetadata(current: Metadata, change: object | string | null | undefined): Metadata {
  if (change === undefined) return current;
  if (change === null || typeof change === 'string') return {};
  const merged = { ...current };
  for (const [key, value] of Object.entries(change)) {
    if (value === null || value === '') delete merged[key];
    else merged[key] = String(value);
  }
  return merged;
}

/** Copies the named parameters, except undefined ones. */
export function assignGiven(object: object, params: object, names: string[]) {
  for (const [name, value] of Object.entries(params) as [string, unknown][]) {
    if (names.includes(name) && value !== undefined) Object.assign(object, { [name]: value });
  }
}
