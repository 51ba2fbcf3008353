import { z } from 'zod';

/** Kinds of targets in the audit log. */
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
    name: z.string().describe('display name: an email, a description or a job, else the id'),
  }),
  target: z
    .object({
      kind: AuditTargetKind,
      id: z.string(),
      email: z.string().nullable(),
      name: z.string().describe('display name: an email or a description, else the id'),
    })
    .nullable(),
  before: z.unknown(),
  after: z.unknown(),
  details: z.record(z.string(), z.unknown()).describe('other data of the event'),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEventView = z.infer<typeof AuditEventView>;

/** `GET admin/api/audit`. */
export const AuditListView = z.object({
  events: z.array(AuditEventView),
  total: z.int().describe('rows that match the filters, counted up to 1,000'),
  total_is_capped: z.boolean().describe('more rows match than `total`'),
  next_cursor: z.string().nullable(),
  actions: z.array(z.string()).describe('every action that ever occurred, for a filter'),
});
export type AuditListView = z.infer<typeof AuditListView>;
