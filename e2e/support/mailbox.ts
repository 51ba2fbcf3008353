import { expect } from '@playwright/test';
export type Mail = { id: string | number; subject: string; to: string; text: string; html: string };

/** Reads the local inbox by recipient. */
export class Mailbox {
  private readonly url: string;

  constructor(inboxUrl: string) {
    this.url = inboxUrl;
  }

  async all(): Promise<Mail[]> {
    const response = await fetch(`${this.url}/email`);
    return (await response.json()) as Mail[];
  }

  async list(address: string): Promise<Mail[]> {
    return (await this.all()).filter(({ to }) => to === address);
  }

  /** Waits for the newest mail to an address with this subject. */
  async receive(address: string, subject: string): Promise<Mail> {
    let found: Mail | undefined;
    await expect
      .poll(async () => (found = (await this.list(address)).findLast((mail) => mail.subject === subject)), {
        message: `mail "${subject}" to ${address}`,
        timeout: 60_000,
        intervals: [100],
      })
      .toBeTruthy();
    if (!found) throw new Error('no mail');
    return found;
  }

  /** The first link to this path in an email's text. Throws if there is none. */
  linkIn(mail: Mail, path: string): string {
    const links = mail.text.match(/https?:\/\/\S+/g) ?? [];
    const link = links.find((url) => URL.canParse(url) && new URL(url).pathname === path);
    if (!link) throw new Error(`no link to ${path} in "${mail.subject}"`);
    return link;
  }
}
