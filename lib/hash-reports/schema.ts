import { z } from 'zod';
import { count, rowVersion } from '#lib/base/numbers.ts';
import { text, trimmed } from '#lib/base/text/text.ts';
import { DAY } from '#lib/base/time.ts';
import { MAX_PASTED } from './parse.ts';

/** The kind of the question with which hosts are asked about a digest. */
export const HASH = 'hash';
/** How long a removed hash may not be learned again. */
export const REFUSED_MS = 365 * DAY;
/** How long the texts of a report are kept after its judgement. */
export const TEXTS_KEPT_MS = 90 * DAY;

const Digest = trimmed(200)
  .toLowerCase()
  .regex(/^[0-9a-f]{128}$/, 'A digest has 128 hexadecimal digits.');

/** `POST account/api/reports/look-up`. */
export const LookUpInput = z.object({ digest: Digest });
export type LookUpInput = z.infer<typeof LookUpInput>;

const note = trimmed(2000).describe('for the desk; email addresses in it are removed');

/** `POST account/api/reports`. */
export const ReportInput = z.object({
  digest: Digest,
  pasted: text(MAX_PASTED).default('').describe('only the digests and flags in it are stored'),
  note: note.default(''),
  look_up_id: z.uuid().optional().describe("the look-up's whose answers are the evidence"),
});
export type ReportInput = z.infer<typeof ReportInput>;

/** `POST /api/reports`. */
export const TokenReportInput = z.object({ digest: Digest, note: note.default('') });

/** `POST account/api/reports/{id}/answer`. */
export const AnswerInput = z.object({ answer: note.min(1, 'Please enter an answer.') });
export type AnswerInput = z.infer<typeof AnswerInput>;

export const ReportParams = z.object({ id: z.uuid() });

/** `POST admin/api/reports/{id}/judge`. */
export const JudgeInput = z
  .object({
    version: rowVersion,
    verdict: z.enum(['remove', 'keep', 'ask']),
    reason: trimmed(1000).default('').describe('the reporter reads it; required to keep and to ask'),
  })
  .refine(({ verdict, reason }) => verdict === 'remove' || reason !== '', {
    path: ['reason'],
    message: 'Please write to the reporter.',
  });
export type JudgeInput = z.infer<typeof JudgeInput>;

export const DeskQuery = z.object({
  state: z.enum(['waiting', 'asked', 'done']).default('waiting'),
  cursor: z.uuid().optional(),
});
export type DeskQuery = z.infer<typeof DeskQuery>;

export const RefusalQuery = z.object({
  q: trimmed(128).toLowerCase().default(''),
  cursor: z.coerce.number().pipe(count.min(1)).optional(),
});
export type RefusalQuery = z.infer<typeof RefusalQuery>;
export const RefusalParams = z.object({ digest: Digest });
export const LiftInput = z.object({ reason: trimmed(1000).min(1, 'Please enter a reason.') });
export type LiftInput = z.infer<typeof LiftInput>;

export const FiguresQuery = z.object({ format: z.enum(['json', 'csv']).default('json') });

/** `GET /api/storage/hashes`. */
export const HostHashesQuery = z.object({
  version: z.coerce.number().pipe(count).describe('of the refusals that the host applies; 0: none'),
});
/** `POST /api/storage/hashes`. */
export const HostHashesInput = z.object({
  version: count.describe('of the refusals that the host now applies'),
  error: text(300).nullable().default(null).describe('why the host may learn refused hashes again'),
  removed: z
    .array(
      z.object({
        digest: Digest,
        was_stored: z.boolean().nullable().describe('null: this Rspamd cannot tell'),
      }),
    )
    .max(500),
});
export type HostHashesInput = z.infer<typeof HostHashesInput>;
