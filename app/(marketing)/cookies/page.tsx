import type { Metadata } from 'next';
import { contacts } from '#lib/base/settings/contacts.ts';
import { site } from '#lib/base/settings/site.ts';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { policiesOf } from '#lib/marketing/policies.ts';
import { PolicyPage } from '../_components/policy-page.tsx';

export const dynamic = 'error';
const policy = policiesOf(contacts()).cookies;
export const metadata: Metadata = pageMetadata('/cookies', {
  title: `${policy.title} · ${site.name}`,
  description: policy.lead,
});

export default function CookiesPage() {
  return <PolicyPage name="cookies" />;
}
