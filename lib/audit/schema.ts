/** What the trail's targets are. */
export type AuditTargetKind = 'user' | 'fuzzy_key' | 'storage_server' | 'oauth_client' | 'other';

/** One event as admins see it. `name` is ready to be shown: an email, a description, a job, else the id. Times are ISO 8601 UTC. */
export type AuditEventView = {
  id: string;
  at: string;
  action: string;
  actor: {
    kind: 'anonymous' | 'subscriber' | 'admin' | 'server' | 'system';
    id: string | null;
    email: string | null;
    name: string;
  };
  target: { kind: AuditTargetKind; id: string; email: string | null; name: string } | null;
  before: unknown;
  after: unknown;
  /** what else was noted */
  details: Record<string, unknown>;
  ip: string | null;
  request_id: string | null;
};

/** `GET admin/api/audit`: newest first. `actions` are all that ever occurred, for the filter. */
export type AuditListView = {
  events: AuditEventView[];
  total: number;
  total_is_capped: boolean;
  next_cursor: string | null;
  actions: string[];
};
