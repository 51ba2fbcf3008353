import { z } from 'zod';
import type { Anonymous, Context } from '#lib/context.ts';
import { seal, unseal } from '#lib/crypto.ts';

const PURPOSE = 'asked';

/**
 * What somebody asks for with an address, for a job that looks whether it is anybody's: so the answer takes as long for
 * each. Sealed, because the queue stands in the database, with who asked, for the trail.
 */
export function sealAsked(ctx: Context, asked: { email: string; return_url?: string | undefined }): string {
  const { ip, requestId, userAgent } = ctx;
  return Buffer.from(seal(JSON.stringify({ asked, by: { ip, requestId, userAgent } }), PURPOSE)).toString('base64');
}

/** Opens what `sealAsked` made: what is asked for, and a context that acts for whoever asked. */
export function openAsked(ctx: Context, sealed: string) {
  const { asked, by } = Sealed.parse(JSON.parse(unseal(Buffer.from(sealed, 'base64'), PURPOSE).toString()));
  const actor: Anonymous = { kind: 'anonymous' };
  return { asked, ctx: { ...ctx, ...by, actor } satisfies Context };
}

const Sealed = z.object({
  asked: z.object({ email: z.string(), return_url: z.string().optional() }),
  by: z.object({ ip: z.string().nullable(), requestId: z.string(), userAgent: z.string().nullable() }),
});
