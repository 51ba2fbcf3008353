import { cookies } from './policies/cookies.ts';
import type { Policy, PolicyName } from './policies/policy.ts';
import { privacy } from './policies/privacy.ts';
import { terms } from './policies/terms.ts';

/** The policies by name; `/<name>` is the address of each. */
export const policies: Readonly<Record<PolicyName, Policy>> = { privacy, terms, cookies };
