import { z } from 'zod';

/** What the trail's targets are. */
export const AuditTargetKind = z.enum(['user', 'fuzzy_key', 'storage_server', 'oauth_client', 'other']);
export type AuditTargetKind = z.infer<typeof AuditTargetKind>;

/** One event as admins see it. Times are ISO 8601 UTC. */
export const AuditEventView = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string(),
  actor: z.object({
    kind: z.enum(['anonymous', 'subscriber', 'admin', 'server', 'system']),
    id: z.string().nullable(),
    email: z.string().nullable(),
    name: z.string().describe('ready to be shown: an email, a description, a job, else the id'),
  }),
  target: z
    .object({
      kind: AuditTargetKind,
      id: z.string(),
      email: z.string().nullable(),
      name: z.string().describe('ready to be shown: an email, a description, else the id'),
    })
    .nullable(),
  before: z.unknown(),
  after: z.unknown(),
  details: z.record(z.string(), z.unknown()).describe('what else was noted'),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEventView = z.infer<typeof AuditEventView>;

/** `GET admin/api/audit`: newest first. */
export const AuditListView = z.object({
  events: z.array(AuditEventView),
  total: z.int().describe('what the filters leave, counted to 1 000'),
  total_is_capped: z.boolean().describe('there are more than `total`'),
  next_cursor: z.string().nullable(),
  actions: z.array(z.string()).describe('all that ever occurred, for a filter'),
});
export type AuditListView = z.infer<typeof AuditListView>;
