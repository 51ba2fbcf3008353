import { Pricing } from '#components/billing/pricing.tsx';
import { ClosingCall } from './_components/closing-call.tsx';
import { Features } from './_components/features.tsx';
import { Hero } from './_components/hero.tsx';
import { OpenSource } from './_components/open-source.tsx';
import { Testimonials } from './_components/testimonials.tsx';

export const dynamic = 'error';

export default function HomePage() {
  return (
    <>
      <Hero />
      <Features />
      <OpenSource />
      <Pricing headingLevel="h2" />
      <Testimonials />
      <ClosingCall />
    </>
  );
}
