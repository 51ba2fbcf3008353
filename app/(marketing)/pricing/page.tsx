import type { Metadata } from 'next';
import { Pricing } from '#components/billing/pricing/pricing.tsx';
import { PricingQuestions } from '#components/billing/pricing/questions.tsx';
import { contacts } from '#lib/base/settings/contacts.ts';
import { pageMetadata } from '#lib/marketing/metadata.ts';
import { plans } from '#lib/marketing/plans.ts';
import { StructuredData } from '../_components/structured-data.tsx';

const monthlyPrices = plans
  .filter((plan) => plan.buyUrl)
  .map((plan) => `${plan.name} ${plan.priceMonthly}`)
  .join(', ');

export const dynamic = 'error';
export const metadata: Metadata = pageMetadata('/pricing', {
  title: 'Plans and prices',
  description: `${monthlyPrices} a month plus VAT, or by the year. Enterprise on request. Limits count the mail of all your servers together.`,
});

export default function PricingPage() {
  return (
    <>
      <StructuredData />
      <Pricing headingLevel="h1" vatPercent={contacts().ukVatPercent} />
      <PricingQuestions />
    </>
  );
}
