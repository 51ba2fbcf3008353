/** The query key of the servers. */
export const SERVERS = ['admin', 'servers'];

export const texts = {
  loadFailed: 'Failed to load available servers.',
  forbidden: 'Failed to load available servers. You may not have admin privileges.',
} as const;
