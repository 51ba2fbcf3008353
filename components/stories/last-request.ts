import type { LastRequestView } from '#lib/usage/views.ts';

/** A key that works and was not used yet. */
export const NOT_USED: LastRequestView = {
  has_key: true,
  at: null,
  server: null,
  servers: [],
  first_match: null,
  waits_for_hosts: false,
  live_in_seconds: 0,
};
