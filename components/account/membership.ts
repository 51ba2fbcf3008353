import { skipToken, useQuery } from '@tanstack/react-query';
import { may, type Permission, type Role } from '#lib/accounts/roles.ts';

/**
 * What the person is in the account that the session acts for, whether they may act for others, and whether the login
 * lacks the second factor that the account requires.
 */
export type Membership = { role: Role; hasOthers: boolean; lacksFactor: boolean };

/** The query key under which a page's HTML has the membership. */
export const MEMBERSHIP = 'membership';

export const toMembership = ({
  accountRole: role,
  hasOtherAccounts = false,
  lacksRequiredFactor = false,
}: {
  accountRole: Role;
  hasOtherAccounts?: boolean;
  lacksRequiredFactor?: boolean;
}): Membership => ({ role, hasOthers: hasOtherAccounts, lacksFactor: lacksRequiredFactor });

/** The membership of this page. A page that does not say is about a person's only account. */
export function useMembership(): Membership {
  const { data } = useQuery<Membership>({ queryKey: [MEMBERSHIP], queryFn: skipToken });
  return data ?? { role: 'owner', hasOthers: false, lacksFactor: false };
}

/** Whether the person may do what needs this permission. The server decides; this only hides what it would refuse. */
export const useMay = (permission: Permission): boolean => may(useMembership().role, permission);
