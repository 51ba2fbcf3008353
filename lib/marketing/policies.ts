import type { Contacts } from '#lib/site.ts';
import { cookies } from './policies/cookies.ts';
import type { Policy, PolicyName } from './policies/policy.ts';
import { privacy } from './policies/privacy.ts';
import { terms } from './policies/terms.ts';

/** The policies by name, with this copy's contacts. Each is served at `/<name>`. */
export const policiesOf = (contacts: Contacts): Readonly<Record<PolicyName, Policy>> => ({
  privacy: privacy(contacts),
  terms: terms(contacts),
  cookies,
});
