import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { list } from './setting-types.ts';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const country = z
  .string()
  .refine((code) => /^[A-Z]{2}$/.test(code) && COUNTRIES.of(code), 'needs two capital letters (ISO 3166-1)');
const day = z.iso.date('needs a day as YYYY-MM-DD');
const line = z.string().trim().min(2).max(300);

/** A company that processes data for the seller, as /subprocessors shows it. */
export type Subprocessor = z.infer<typeof SubprocessorEntry>;
const SubprocessorEntry = z.strictObject({
  name: line,
  /** what it does for us */
  purpose: line,
  /** which data it sees */
  data: line,
  country,
  /** what allows the transfer, such as "adequacy decision" or "standard contractual clauses" */
  basis: line,
  /** the day from which it is used */
  from: day,
});
const Subprocessors = z
  .array(SubprocessorEntry)
  .refine((entries) => new Set(entries.map(subprocessorId)).size === entries.length, 'names an entry twice');

/** What makes an entry another one: a company, the country in which it processes data, and the day it begins. */
export const subprocessorId = ({ name, country, from }: Subprocessor): string => `${name}, ${country}, ${from}`;

/** A service level agreement, in the seller's words. */
export type Sla = z.infer<typeof SlaText>;
const SlaText = z.strictObject({
  version: day,
  /** who has it, such as "Enterprise plans" */
  applies: line,
  definition: z.array(line).min(1),
  exclusions: z.array(line).min(1),
  /** what is given back, by what was reached */
  credits: z.array(z.strictObject({ reached: line, credit: line })).min(1),
  /** how and until when a customer asks for a credit */
  claim: line,
});

/** JSON, or the path of a file with it. A problem names the entry, so that the operator finds it. */
const json = <T>(schema: z.ZodType<T>) =>
  z.string().transform((value, ctx): T => {
    const refuse = (message: string) => {
      ctx.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    let data: unknown;
    try {
      data = JSON.parse(/^\s*[[{]/.test(value) ? value : readFileSync(value, 'utf8'));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : null;
      return refuse(code ? `its file cannot be read (${code})` : 'is no JSON');
    }
    const result = schema.safeParse(data);
    return result.success ? result.data : refuse(result.error.issues.map((issue) => problemOf(issue, data)).join('; '));
  });

function problemOf({ path, message }: z.core.$ZodIssue, data: unknown): string {
  const [index, ...rest] = path;
  const entry = Array.isArray(data) && typeof index === 'number' ? nameOf(data[index], index) : String(index ?? '');
  return [entry, ...rest.map(String), message].filter(Boolean).join(': ');
}

const nameOf = (entry: unknown, index: number): string =>
  typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string'
    ? `“${entry.name}”`
    : `entry ${index + 1}`;

/** Settings about the seller's own suppliers and promises. */
export const LEGAL_ENVIRONMENT = {
  /** where the database and the web processes are */
  HOSTING_COUNTRY: list(country),
  SUBPROCESSORS: json(Subprocessors),
  /** not set if the seller has no general SLA */
  SLA: json(SlaText).optional(),
};

const SAMPLE_SUBPROCESSORS: Subprocessor[] = [
  {
    name: 'Sample Hosting Ltd',
    purpose: 'Runs the servers of this site and its database (sample)',
    data: 'All data that this site stores',
    country: 'GB',
    basis: 'No transfer abroad (sample)',
    from: '2026-01-01',
  },
  {
    name: 'Sample Mail GmbH',
    purpose: 'Delivers the emails of this site (sample)',
    data: 'Email addresses, and the text of the emails',
    country: 'DE',
    basis: 'Adequacy regulations (sample)',
    from: '2026-01-01',
  },
];

/** Defaults outside production. */
export const LOCAL_LEGAL = { HOSTING_COUNTRY: 'GB', SUBPROCESSORS: JSON.stringify(SAMPLE_SUBPROCESSORS) };

/** True if a list of subprocessors still has an entry of the sample. */
export const hasSampleSubprocessor = (entries: readonly Subprocessor[]): boolean =>
  entries.some(({ name }) => SAMPLE_SUBPROCESSORS.some((sample) => sample.name === name));

/** The English name of a country. */
export const nameOfCountry = (code: string): string => COUNTRIES.of(code) ?? code;
