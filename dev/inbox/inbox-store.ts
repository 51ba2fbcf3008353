import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { z } from 'zod';

const Mail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  at: z.string(),
});
/** An email as one recipient received it. */
export type Mail = z.infer<typeof Mail>;

/**
 * The emails of a folder, oldest first. Each is a line of JSON in a file of mode 0600, written before SMTP accepts the
 * email.
 */
export function openStore(dir: string) {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = path.join(dir, 'inbox.jsonl');
  let mails = existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine) : [];
  const rewrite = () => writeFileSync(file, mails.map(toLine).join(''), { mode: 0o600 });
  rewrite(); // drops a line that a crash has truncated

  return {
    list: (): readonly Mail[] => mails,
    find: (id: string) => mails.find((mail) => mail.id === id),
    /** Stores the message once per recipient. */
    async add(message: Buffer, recipients: readonly string[]): Promise<void> {
      const { subject = '', text = '', html = '' } = await PostalMime.parse(message);
      const at = new Date().toISOString();
      const added = recipients.map((to) => ({ id: randomUUID(), to, subject, text, html, at }));
      appendFileSync(file, added.map(toLine).join(''), { mode: 0o600 });
      mails = [...mails, ...added];
    },
    clear(): void {
      mails = [];
      rewrite();
    },
  };
}
export type Store = ReturnType<typeof openStore>;

const toLine = (mail: Mail) => `${JSON.stringify(mail)}\n`;

function parseLine(line: string): Mail[] {
  try {
    return [Mail.parse(JSON.parse(line))];
  } catch {
    return []; // incomplete, because the process was killed while writing
  }
}
