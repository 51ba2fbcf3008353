import { expect, test } from 'vitest';
import { plans } from './plans.ts';
import { structuredData, toScriptText } from './structured-data.ts';

const ORIGIN = 'https://shop.example';
const offer = (name: string, price: string, billingDuration: string) => ({
  '@type': 'Offer',
  name,
  price,
  priceCurrency: 'GBP',
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency: 'GBP',
    billingDuration,
    valueAddedTaxIncluded: false,
  },
  availability: 'https://schema.org/InStock',
  url: `${ORIGIN}/pricing`,
});

test('describes each plan that can be bought as a product with a monthly and a yearly offer', () => {
  const products = structuredData(ORIGIN).filter((thing) => thing['@type'] === 'Product');
  expect(products.map(({ name, offers }) => ({ name, offers }))).toEqual([
    { name: 'Rspamd Premium Personal', offers: [offer('Monthly', '7.00', 'P1M'), offer('Yearly', '84.00', 'P1Y')] },
    { name: 'Rspamd Premium Starter', offers: [offer('Monthly', '25.00', 'P1M'), offer('Yearly', '285.00', 'P1Y')] },
    { name: 'Rspamd Premium Scale', offers: [offer('Monthly', '50.00', 'P1M'), offer('Yearly', '550.00', 'P1Y')] },
  ]);
  expect(plans.filter((plan) => plan.buyUrl)).toHaveLength(products.length);
  for (const product of products)
    expect(product).toMatchObject({
      '@context': 'https://schema.org',
      description: expect.stringMatching(/\d+K emails a day\.$/),
      image: `${ORIGIN}/opengraph-image`,
      brand: { '@type': 'Brand', name: 'Rspamd Premium' },
    });
});

test('describes the organisation with name, URLs, email address and logo', () =>
  expect(structuredData(ORIGIN)[0]).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Rspamd Premium',
    url: `${ORIGIN}/`,
    logo: `${ORIGIN}/apple-icon.png`,
    email: expect.stringContaining('@'),
  }));

test('escapes what would close the script element', () => {
  const data = { name: '</script><script>alert(1)</script><!--' };
  expect(toScriptText(data)).not.toContain('<');
  expect(JSON.parse(toScriptText(data))).toEqual(data);
});
