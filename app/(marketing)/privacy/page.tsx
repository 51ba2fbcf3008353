import type { Metadata } from 'next';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { policies } from '#lib/marketing/policies.ts';
import { site } from '#lib/site.ts';
import { PolicyPage } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata: Metadata = pageMetadata('/privacy', {
  title: `${policies.privacy.title} · ${site.name}`,
  description: policies.privacy.lead,
});

export default function PrivacyPage() {
  return <PolicyPage name="privacy" />;
}
