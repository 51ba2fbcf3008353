/** The login factors of an account besides the password. `passkeys` holds their names. */
export type Factors = { authenticator: boolean; passkeys: string[] };

export const NO_FACTORS: Factors = { authenticator: false, passkeys: [] };

/** Each factor in words. */
export const factorNames = ({ authenticator, passkeys }: Factors): string[] => [
  ...(authenticator ? ['the authenticator app and its recovery codes'] : []),
  ...passkeys.map((name) => `the passkey “${name}”`),
];

/** Joins names into a list for a sentence: `a, b and c`. */
export const namesText = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
