/** Formats generated text as the repository's formatter does. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

const CONFIG = path.join(import.meta.dirname, '../.oxfmtrc.json');

/** The name of `file` determines the language. Throws if the text has syntax errors. */
export async function tidy(text: string, file: string): Promise<string> {
  const { code, errors } = await format(file, text, JSON.parse(readFileSync(CONFIG, 'utf8')) as FormatConfig);
  if (errors.length) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
