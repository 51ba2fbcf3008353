import { z } from 'zod';
import { text } from '#lib/base/text/text.ts';

/** The version of `GET /api/storage/tasks`. An agent that does not know it ignores the tasks. */
export const TASKS_VERSION = 1;
/** The most questions that hosts receive, and the most answers in one request. */
export const MAX_QUESTIONS = 50;
export const MAX_ANSWERS_BYTES = 256 * 1024;

/** The answer of an agent that does not know the kind of the question. */
const UnknownKind = z.object({ kind: z.literal('unknown') });

/** Kept as JSON: there is no column that it must fit. */
const count = z.int().min(0);
/** The last second that a Date can hold. */
const LAST_SECOND = 8_640_000_000_000;

/** What a host has counted for an IP address since its counters started. The agent's README says from which counters. */
export const ConnectionAnswer = z.object({
  kind: z.literal('connection'),
  version: text(20).describe("Rspamd's"),
  run: text(2000).describe('changes when the counters restart'),
  keys: z
    .array(
      z.object({
        key_id: z.string().length(13),
        is_known: z.boolean().describe('whether the storage has loaded the key'),
        from_address: z
          .object({ checked: count, hits: count, errors: count })
          .nullable()
          .describe('null: the address has not used the key'),
        flags: z.record(z.string().regex(/^\d{1,10}$/), count).describe('hits of the key by flag, from all addresses'),
      }),
    )
    .max(20),
  undecrypted: count.nullable().describe('from the address, with no key of this storage; null: not said'),
  unkeyed: count.nullable().describe('from all addresses together, counted for no key; null: not said'),
});
export type ConnectionAnswer = z.infer<typeof ConnectionAnswer>;

/** What a host says about a digest. */
export const HashAnswer = z.object({
  kind: z.literal('hash'),
  version: text(20).describe("Rspamd's"),
  flags: z
    .array(z.object({ flag: count, value: z.int() }))
    .max(8)
    .nullable()
    .describe('the lists that have the hash, by flag, with its weight; null: this Rspamd cannot tell'),
  since: count
    .max(LAST_SECOND)
    .nullable()
    .describe('when it was first learned, in seconds of UNIX time; null: unknown'),
});
export type HashAnswer = z.infer<typeof HashAnswer>;

/** An answer to a question, by its kind. */
const StorageAnswer = z.discriminatedUnion('kind', [UnknownKind, ConnectionAnswer, HashAnswer]);

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
