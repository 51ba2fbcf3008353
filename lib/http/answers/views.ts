import { z } from 'zod';
import { STATUS_BY_CODE, type ErrorCode } from '#lib/base/errors.ts';

/** The response of an endpoint that has nothing else to return. */
export const DoneView = z.object({ status: z.literal('ok') });

/** The body of every error of our own endpoints; a conflict may hold the fresh row (R24). */
export const ErrorView = z.looseObject({
  error: z.string().describe('text for a person'),
  code: z.enum(Object.keys(STATUS_BY_CODE) as [ErrorCode, ...ErrorCode[]]).describe('stable, for programs'),
  request_id: z.string().describe('id of this request in our log; also in the header X-Request-Id'),
  fields: z.record(z.string(), z.string()).optional().describe('texts by field name of the body or query'),
});
