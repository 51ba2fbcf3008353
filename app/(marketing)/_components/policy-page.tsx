import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { PolicyText } from '#components/layout/footer/policy-text.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
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
    <article className="page public-page">
      <PageHeader title={policy.title} description={policy.lead} />
      <PolicyText policy={policy} headingLevel="h2" />
      {children}
    </article>
  );
}
