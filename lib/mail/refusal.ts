import { z } from 'zod';

/** What nodemailer attaches to an error of the SMTP server. */
const SmtpError = z.object({ responseCode: z.number(), command: z.string(), response: z.string() });

/** Bad destination address or host, and mailbox disabled or full (RFC 3463 section 3.2 and 3.3). 5.1.7, 5.1.8: our sender. */
const ABOUT_RECIPIENT = /^5\d\d[ -]5\.(1\.(?![78]\b)|2\.)/;
const HAS_STATUS = /^5\d\d[ -]5\.\d+\.\d+/;
/** Replies about a mailbox (RFC 5321 section 4.2.3), for servers that send no enhanced status code. */
const MAILBOX_CODES = [550, 551, 552, 553];
/** A relay that refuses us, not the recipient, often has the same code. */
const ABOUT_US = /relay|authenti|not permitted|sender|spf|dkim|dmarc|blocked|block ?list|blacklist|policy|denied/i;

/**
 * The reply of an SMTP server that will never accept this email for this recipient, such as `550 5.1.1`; null for any
 * other failure. Not a login that was refused, a relay that is denied or a sender that is not ours: the operator mends
 * those, and then the email can be sent.
 */
export function findRefusal(error: unknown): string | null {
  const { success, data } = SmtpError.safeParse(error);
  if (!success || (data.command !== 'RCPT TO' && data.command !== 'DATA')) return null;
  const { responseCode, response } = data;
  const isFinal = HAS_STATUS.test(response)
    ? ABOUT_RECIPIENT.test(response)
    : MAILBOX_CODES.includes(responseCode) && !ABOUT_US.test(response);
  return isFinal ? (/^5\d\d(?:[ -]5\.\d+\.\d+)?/.exec(response)?.[0].replace('-', ' ') ?? String(responseCode)) : null;
}
