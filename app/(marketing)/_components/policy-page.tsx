import { PolicyText } from '#components/layout/footer/policy-text.tsx';
import { contacts } from '#lib/base/settings/contacts.ts';
import { policiesOf } from '#lib/marketing/policies.ts';
import type { PolicyName } from '#lib/marketing/policies/policy.ts';

/** A policy at its own URL: for browsers without JavaScript, and for links. */
export function PolicyPage({ name }: { name: PolicyName }) {
  const policy = policiesOf(contacts())[name];
  return (
    <article className="page py-12 sm:py-20">
      <h1 className="text-display font-semibold tracking-tight">{policy.title}</h1>
      <p className="mt-4 mb-12 max-w-measure text-lead text-muted">{policy.lead}</p>
      <PolicyText policy={policy} headingLevel="h2" />
    </article>
  );
}
