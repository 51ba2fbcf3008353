import { Failure } from './failure.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of property names, or undefined. */
export const valueAt = (value: unknown, ...names: string[]): unknown =>
  names.reduce((part, name) => (isObject(part) ? part[name] : undefined), value);

/** JSON.parse without its error message, which would quote the text. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(`${what} is not JSON`);
  }
}
