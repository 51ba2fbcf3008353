import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { site } from '#lib/base/settings/site.ts';
import { previewImage } from './metadata.ts';
import { plans, type Plan } from './plans.ts';

type Thing = Readonly<Record<string, unknown>>;
type Period = { name: string; duration: 'P1M' | 'P1Y'; price: string };

/** The shop in schema.org's vocabulary, for search engines: the seller, and each plan that has prices. */
export function structuredData(origin: string): Thing[] {
  return [organization(origin), ...plans.filter((plan) => plan.buyUrl).map((plan) => product(plan, origin))];
}

/** JSON that is safe inside `<script>`: nothing in it closes the element. */
export const toScriptText = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

const organization = (origin: string): Thing => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: site.name,
  description: site.description,
  url: `${origin}${paths.home}`,
  logo: `${origin}/apple-icon.png`,
  email: contacts().supportMail,
});

const product = (plan: Plan, origin: string): Thing => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: `${site.name} ${plan.name}`,
  description: `${plan.description} Up to ${plan.emails} emails a day.`,
  image: `${origin}${previewImage.url}`,
  brand: { '@type': 'Brand', name: site.name },
  offers: [
    { name: 'Monthly', duration: 'P1M', price: plan.priceMonthly } as const,
    { name: 'Yearly', duration: 'P1Y', price: plan.priceYearly } as const,
  ].map((period) => offer(period, origin)),
});

function offer({ name, duration, price }: Period, origin: string): Thing {
  const amount = { price: amountOf(price), priceCurrency: 'GBP' };
  return {
    '@type': 'Offer',
    name,
    ...amount,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      ...amount,
      billingDuration: duration,
      valueAddedTaxIncluded: false,
    },
    availability: 'https://schema.org/InStock',
    url: `${origin}${paths.pricing}`,
  };
}

/** "£285" → "285.00". Throws on anything else: a wrong price must not be published. */
function amountOf(price: string): string {
  const amount = /^£(\d+(?:\.\d\d)?)$/.exec(price)?.[1];
  if (!amount) throw new Error(`Not a price in pounds: ${price}`);
  return Number(amount).toFixed(2);
}
