import { z } from 'zod';

const time = z.iso.datetime();

/** A usage token as its owner sees it. Times are ISO 8601 UTC. */
export const UsageTokenView = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string().describe('the beginning of the token'),
  may_report: z.boolean().describe('whether it may also report hashes'),
  created_at: time,
  last_used_at: time.nullable().describe('updated at most once a minute; null: never'),
});
export type UsageTokenView = z.infer<typeof UsageTokenView>;

/** `GET account/api/usage-tokens`, oldest first. */
export const UsageTokenListView = z.object({ usage_tokens: z.array(UsageTokenView) });
export type UsageTokenListView = z.infer<typeof UsageTokenListView>;

/** `POST account/api/usage-tokens`. */
export const CreatedUsageTokenView = z.object({
  usage_token: UsageTokenView,
  token: z.string().describe('the token itself; only this answer contains it'),
});
export type CreatedUsageTokenView = z.infer<typeof CreatedUsageTokenView>;
