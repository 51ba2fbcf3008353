import type { Metadata } from 'next';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { policies } from '#lib/marketing/policies.ts';
import { site } from '#lib/site.ts';
import { PolicyPage } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata: Metadata = pageMetadata('/cookies', {
  title: `${policies.cookies.title} · ${site.name}`,
  description: policies.cookies.lead,
});

export default function CookiesPage() {
  return <PolicyPage name="cookies" />;
}
