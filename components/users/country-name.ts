import { COUNTRIES } from '#lib/users/country.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** The English name of a country. An unknown code is returned as it is. */
export const countryName = (code: string): string => (COUNTRIES.includes(code) ? (NAMES.of(code) ?? code) : code);

/** All countries by name, for a select. */
export const COUNTRY_OPTIONS = COUNTRIES.map((code) => ({ value: code, label: countryName(code) })).toSorted((a, b) =>
  a.label.localeCompare(b.label, 'en'),
);
