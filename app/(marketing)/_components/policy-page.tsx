import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { PolicyText } from '#components/layout/footer/policy-text.tsx';
import { contacts } from '#lib/base/settings/contacts.ts';
import { legalFacts } from '#lib/base/settings/legal.ts';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { policiesOf } from '#lib/marketing/policies.ts';
import type { PolicyName, SellerPageName } from '#lib/marketing/policies/policy.ts';
import { sellerPagesOf } from '#lib/marketing/seller-pages.ts';

type Named = { name: PolicyName | SellerPageName };

const findPolicy = ({ name }: Named) => ({ ...policiesOf(contacts()), ...sellerPagesOf(legalFacts()) })[name];

/** Metadata of a policy's page. */
export function policyMetadata(name: Named['name']): Metadata {
  const policy = findPolicy({ name });
  return policy ? pageMetadata(`/${name}`, { title: policy.title, description: policy.lead }) : {};
}

/** A policy at its own URL: for browsers without JavaScript, for links and for paper. `children` follow its text. */
export function PolicyPage({ name, children }: Named & { children?: ReactNode }) {
  const policy = findPolicy({ name });
  if (!policy) notFound();
  return (
    <article className="page py-12 sm:py-20">
      <h1 className="text-display font-semibold tracking-tight">{policy.title}</h1>
      <p className="mt-4 mb-12 max-w-measure text-lead text-muted">{policy.lead}</p>
      <PolicyText policy={policy} headingLevel="h2" />
      {children}
    </article>
  );
}
