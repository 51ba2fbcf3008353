import { domainToUnicode } from 'node:url';
import type { Db } from '#lib/base/db/db.ts';

/** How many nested encodings are undone, such as base64 within JSON within bytea. */
const DEPTH = 3;
/** The characters that separate texts in decoded bytes. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\ufffd]+/;

/** Every table outside PostgreSQL's own schemas, partitions included. */
export async function listTables(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
    ORDER BY 1`;
  return rows.map(({ name }) => name);
}

/**
 * Where texts occur in the database, as `table: text: row`: in any column of any row, in upper or lower case, plain or
 * as base64, base64url, hex, percent-encoded, escaped for JSON or HTML, or with the domain in Unicode.
 */
export async function findInDatabase(db: Db, texts: readonly string[], tables?: readonly string[]): Promise<string[]> {
  const wanted = texts.map((text) => ({ text, forms: formsOf(text) }));
  const found: string[] = [];
  for (const table of tables ?? (await listTables(db))) {
    const rows = await db.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM ${table} t`);
    for (const { row } of rows) {
      const readings = allReadingsOf(row);
      for (const { text, forms } of wanted)
        if (forms.some((form) => readings.includes(form))) found.push(`${table}: ${text}: ${row.slice(0, 400)}`);
    }
  }
  return found;
}

/** An address with its domain in ASCII and in Unicode; any other text, such as a password with an @, as it is. */
function formsOf(text: string): string[] {
  const lower = text.toLowerCase();
  const [, local, domain] = /^([^@]+)@([^@]+\.[^@]+)$/.exec(lower) ?? [];
  return domain === undefined ? [lower] : [lower, `${local}@${domainToUnicode(domain)}`];
}

const known = new Map<string, string>();
/** All readings of a row in lower case, kept in memory because most rows are read in several searches. */
function allReadingsOf(row: string): string {
  const readings = known.get(row) ?? readingsOf(row).join('\n').toLowerCase();
  known.set(row, readings);
  return readings;
}

/** A text and its decodings, nested ones included. */
function readingsOf(text: string, depth = DEPTH): string[] {
  if (!depth) return [text];
  const decoded = [
    text.replaceAll(/(%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
    text.replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    text.replaceAll(/&#(x?)([0-9a-f]{1,6});/gi, (_, x: string, code: string) =>
      String.fromCharCode(parseInt(code, x ? 16 : 10)),
    ),
    text.replaceAll('""', '"').replaceAll('\\\\', '\\'),
    ...runsOf(text, /[0-9a-f]{12,}/gi, 2, 'hex'),
    ...runsOf(text, /[\w+/-]{8,}/g, 4, 'base64'),
  ];
  const fresh = [...new Set(decoded)].filter((reading) => reading !== text);
  return [text, ...fresh.flatMap((reading) => readingsOf(reading, depth - 1))];
}

/** Decodes each match of `run`, starting at each of its first `shifts` letters, and keeps the readable parts. */
function runsOf(text: string, run: RegExp, shifts: number, encoding: 'hex' | 'base64'): string[] {
  const found: string[] = [];
  for (const [match] of text.matchAll(run))
    for (let shift = 0; shift < shifts; shift++) {
      const decoded = Buffer.from(match.slice(shift), encoding);
      // As UTF-8 to find letters outside of ASCII, and as Latin-1 to find texts that begin within a character.
      const readable = [
        ...decoded.toString('latin1').split(/[^\x20-\x7e]+/),
        ...decoded.toString('utf8').split(CONTROLS),
      ].filter(({ length }) => length >= 8);
      if (readable.length) found.push(readable.join('\n'));
    }
  return found;
}
