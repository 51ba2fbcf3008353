import { z } from 'zod';
import type { Anonymous, Context } from '#lib/base/context.ts';
import { seal, unseal } from '#lib/base/crypto.ts';

/** What the payloads of jobs with a person's request are sealed for. */
export const ASKED_PURPOSE = 'asked';

/**
 * Seals a request that names an email address, for a job that looks the address up later, so that the response takes
 * equally long for known and unknown addresses (S4). It is sealed because the queue is in the database, and names the
 * requester for the audit log.
 */
export function sealAsked(ctx: Context, asked: Asked): string {
  const { ip, requestId, userAgent } = ctx;
  return Buffer.from(seal(JSON.stringify({ asked, by: { ip, requestId, userAgent } }), ASKED_PURPOSE)).toString(
    'base64',
  );
}

/** Opens what `sealAsked` sealed: the request, and a context that acts for the requester. */
export function openAsked(ctx: Context, sealed: string) {
  const { asked, by } = Sealed.parse(JSON.parse(unseal(Buffer.from(sealed, 'base64'), ASKED_PURPOSE).toString()));
  const actor: Anonymous = { kind: 'anonymous' };
  return { asked, ctx: { ...ctx, ...by, actor } satisfies Context };
}

const Asked = z.object({
  email: z.string(),
  return_url: z.string().optional(),
  /** the cookie of a sign-up */
  browser: z.string().nullish(),
});
type Asked = z.input<typeof Asked>;
const Sealed = z.object({
  asked: Asked,
  by: z.object({ ip: z.string().nullable(), requestId: z.string(), userAgent: z.string().nullable() }),
});
