import type { Metadata } from 'next';
import { Pricing } from '#components/billing/pricing/pricing.tsx';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { site } from '#lib/site.ts';
import { ClosingCall } from './_components/closing-call.tsx';
import { Features } from './_components/features.tsx';
import { Hero } from './_components/hero.tsx';
import { OpenSource } from './_components/open-source.tsx';
import { StructuredData } from './_components/structured-data.tsx';
import { Testimonials } from './_components/testimonials.tsx';

export const dynamic = 'error';
export const metadata: Metadata = pageMetadata('/', {
  title: { absolute: `${site.name}: fuzzy hashes and stable packages` },
  description:
    'Premium and bulk fuzzy hashes that recognise the spam campaigns of this minute, and stable packages for Rspamd. One key for all your servers.',
});

export default function HomePage() {
  return (
    <>
      <StructuredData />
      <Hero />
      <Features />
      <OpenSource />
      <Pricing headingLevel="h2" />
      <Testimonials />
      <ClosingCall />
    </>
  );
}
