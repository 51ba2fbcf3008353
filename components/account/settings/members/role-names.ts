import { Role } from '#lib/accounts/roles.ts';

/** The roles as people read them. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  billing: 'Billing',
  technical: 'Technical',
  viewer: 'Viewer',
};

/** The choices of a list of roles. */
export const roleOptions = (roles: readonly Role[]) => roles.map((value) => ({ value, label: ROLE_NAMES[value] }));

export const OTHER_ROLES = Role.options.filter((role) => role !== 'owner');

/** Where the dialogs would post to without JavaScript. */
export const MEMBERS_PATH = '/account/api/members';
export const INVITATIONS_PATH = '/account/api/invitations';
