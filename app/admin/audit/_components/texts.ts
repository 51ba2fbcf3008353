/** What the trail's calls are cached under. */
export const AUDIT = ['admin', 'audit'];

export const LOAD_FAILED = 'Failed to load the audit trail. You may not have admin privileges.';
