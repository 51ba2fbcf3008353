import type { Contacts } from '#lib/site.ts';
import { cookies } from './policies/cookies.ts';
import type { Policy, PolicyName } from './policies/policy.ts';
import { privacy } from './policies/privacy.ts';
import { terms } from './policies/terms.ts';

/** The policies by name, with the addresses of this copy; `/<name>` is the address of each. */
export const policiesOf = (contacts: Contacts): Readonly<Record<PolicyName, Policy>> => ({
  privacy: privacy(contacts),
  terms: terms(contacts),
  cookies,
});
