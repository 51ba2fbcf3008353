import type { LegalFacts } from '#lib/base/settings/legal.ts';
import { accessibility } from './policies/accessibility.ts';
import { dpa } from './policies/dpa.ts';
import { legal } from './policies/legal.ts';
import type { Policy, SellerPageName } from './policies/policy.ts';
import { security } from './policies/security.ts';
import { sla } from './policies/sla.ts';
import { subprocessors } from './policies/subprocessors.ts';

/**
 * The pages about the seller by name, with this copy's settings. Unlike the policies, none is a dialog, so no script
 * contains their texts. `sla` is null if the seller has none.
 */
export const sellerPagesOf = (
  facts: LegalFacts,
): Readonly<Record<Exclude<SellerPageName, 'sla'>, Policy>> & { readonly sla: Policy | null } => ({
  legal: legal(facts),
  dpa: dpa(facts),
  subprocessors: subprocessors(facts),
  security: security(facts),
  accessibility: accessibility(facts),
  sla: sla(facts),
});
