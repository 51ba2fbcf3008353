/** The query key of the audit log. */
export const AUDIT = ['admin', 'audit'];

export const LOAD_FAILED = 'Failed to load the audit log. You may not have admin privileges.';
