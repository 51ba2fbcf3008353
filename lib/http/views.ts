import { z } from 'zod';
import { STATUS_BY_CODE, type ErrorCode } from '#lib/errors.ts';

/** The answer of a call that has nothing else to say (decisions §3). */
export const DoneView = z.object({ status: z.literal('ok') });

/** The body of every refusal of our own calls; a conflict may hold the row as it is now (R24). */
export const ErrorView = z.looseObject({
  error: z.string().describe('a text for a person'),
  code: z.enum(Object.keys(STATUS_BY_CODE) as [ErrorCode, ...ErrorCode[]]).describe('stable, for a program'),
  request_id: z.string().describe('names this request in our log; the same as the header X-Request-Id'),
  fields: z.record(z.string(), z.string()).optional().describe('texts by the names of the body or the query'),
});
