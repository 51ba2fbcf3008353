/** A step, with a command to run on its own line if there is one. */
export type MailStep = { text: string; command?: string };

/** The content of an email, in the order of appearance. Texts are plain; each renderer escapes them as needed. */
export type MailParts = {
  subject: string;
  /** The text that an inbox shows beside the subject. Adds to the subject instead of repeating it. */
  preheader: string;
  heading: string;
  intro: readonly string[];
  /** Rows of a table: a name and its value. */
  figures?: readonly (readonly [name: string, value: string])[];
  /** the steps to take, in order */
  steps?: readonly MailStep[];
  action?: { label: string; url: string };
  outro: readonly string[];
  attachment?: MailAttachment;
};

/** A text file. */
export type MailAttachment = { filename: string; content: string };

/** The sender: the seller's legal entity, address and VAT number in one line. */
export type Sender = { seller: string };

/** An email in the form that the mailer sends. */
export type RenderedMail = { subject: string; html: string; text: string; attachments?: MailAttachment[] };

/** The last line of each email. */
export const sellerLine = (name: string, { seller }: Sender): string => `${name} is sold by ${seller}.`;
