import type { Metadata } from 'next';
import { Pricing } from '#components/billing/pricing.tsx';
import { site } from '#lib/site.ts';

export const dynamic = 'error';
export const metadata: Metadata = {
  title: 'Pricing',
  description: `Plans and prices of ${site.name}, monthly or yearly.`,
};

export default function PricingPage() {
  return <Pricing headingLevel="h1" />;
}
