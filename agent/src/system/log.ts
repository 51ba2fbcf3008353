const SYSLOG = { error: 3, warning: 4, info: 6 };
/** A run of Rspamd's base32 letters that could be half of a key pair. Words are shorter. */
const LOOKS_SECRET = /[ybndrfg8ejkmcpqxot1uwisza345h769]{40,}/gi;

/** The text without anything that looks like half of a key pair. */
export const withoutSecrets = (text: string): string => text.replace(LOOKS_SECRET, '[key]');

/** Writes one line, whatever the text contains; under systemd with its priority. */
export function log(level: keyof typeof SYSLOG, text: string): void {
  const line = withoutSecrets(text).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
  const start = process.env.JOURNAL_STREAM ? `<${SYSLOG[level]}>` : `${new Date().toISOString()} ${level}: `;
  process.stderr.write(`${start}${line}\n`);
}
