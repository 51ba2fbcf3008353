import { z } from 'zod';

/** The form of `GET /api/storage/tasks`. An agent that does not know it does nothing. */
export const TASKS_VERSION = 1;
/** The most questions that hosts receive, and the most answers in one request. */
export const MAX_QUESTIONS = 20;
export const MAX_ANSWERS_BYTES = 64 * 1024;

/** An agent that does not know a question's kind says so. */
const UnknownKind = z.object({ kind: z.literal('unknown') });

/** An answer to a question, by its kind. */
const StorageAnswer = z.discriminatedUnion('kind', [UnknownKind]);

/** `POST /api/storage/answers`. A host may answer several times while a question is open. */
export const StorageAnswersInput = z.object({
  answers: z
    .array(
      z.object({
        id: z.uuid().describe("the question's"),
        observed_at: z.iso
          .datetime()
          .transform((text) => new Date(text))
          .describe("by the host's clock; an older answer never replaces a newer one"),
        answer: StorageAnswer,
      }),
    )
    .min(1)
    .max(MAX_QUESTIONS),
});
export type StorageAnswersInput = z.infer<typeof StorageAnswersInput>;
