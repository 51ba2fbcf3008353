import { withQuantity } from '#lib/base/text/format.ts';
import { ownPath, paths } from '#lib/base/paths.ts';
import { formatCount, formatPounds, isTier, TIERS } from './tiers.ts';

/** A plan in the pricing section. Prices are texts in pounds; `emails` is the number of emails a day. */
export type Plan = {
  name: string;
  description: string;
  priceMonthly: string;
  priceYearly: string;
  savingsYearly: string | null;
  period: string;
  periodYearly: string;
  emails: string;
  featured: boolean;
  buyUrl: { monthly: string; yearly: string } | null;
  features: PlanFeature[];
};
export type PlanFeature = { name: string; included: boolean; tooltip: string };

const { Starter, Scale } = TIERS;
/** Units of Starter that cover as much as one of Scale. */
const STARTERS = Math.ceil(Scale.emails / Starter.emails);
/** What Scale has, and a quantity of Starter has not. */
export const scaleAdvantage = `${formatCount(Scale.emails)} emails a day for ${formatPounds(Scale.monthly)} a month. As ${withQuantity('Starter', STARTERS)} they would cost ${formatPounds(STARTERS * Starter.monthly)}.`;

/** The nine features in the order in which the plans gain them, each with its explanation. */
const FEATURES: readonly { name: string; tooltip: string }[] = [
  {
    name: 'Open source project support',
    tooltip: 'Your subscription supports the open source project.',
  },
  { name: 'Fuzzy premium database', tooltip: 'Access to the premium fuzzy hashes, in addition to the public ones.' },
  { name: 'Stable packages repository', tooltip: 'Packages for EL-based and Debian-based systems.' },
  { name: 'Fuzzy bulk service', tooltip: 'Hashes of bulk mail, with a low score by default.' },
  { name: 'Scalable to demands', tooltip: `${scaleAdvantage} The quantity of every plan can be raised.` },
  { name: 'Priority support', tooltip: 'Your questions have priority, as your contract says.' },
  { name: 'SLA', tooltip: 'A service level agreement for the fuzzy service, which is part of your contract.' },
  { name: 'Custom development and consulting', tooltip: 'Development and advice, made to order.' },
  { name: 'Training', tooltip: 'Training for the people who run your mail system.' },
];

const firstFeatures = (count: number): PlanFeature[] =>
  FEATURES.map((feature, index) => ({ ...feature, included: index < count }));
const buyUrls = (flags: { micro?: '1'; small?: '1' }) => ({
  monthly: paths.buy(flags),
  yearly: paths.buy({ ...flags, yearly: '1' }),
});

/** `savingsYearly` is null if a year costs as much as twelve months. */
function prices({ monthly, yearly }: { monthly: number; yearly: number }) {
  const savings = 12 * monthly - yearly;
  return {
    priceMonthly: formatPounds(monthly),
    priceYearly: formatPounds(yearly),
    savingsYearly: savings > 0 ? formatPounds(savings) : null,
    period: 'month',
    periodYearly: 'year',
  };
}

export const plans: readonly Plan[] = [
  {
    name: 'Personal',
    description: 'For a domain of your own.',
    ...prices(TIERS.Personal),
    emails: '2K',
    featured: false,
    buyUrl: buyUrls({ micro: '1' }),
    features: firstFeatures(3),
  },
  {
    name: 'Starter',
    description: 'For companies that run their own mail system.',
    ...prices(TIERS.Starter),
    emails: '30K',
    featured: true,
    buyUrl: buyUrls({ small: '1' }),
    features: firstFeatures(4),
  },
  {
    name: 'Scale',
    description: 'For mail providers and larger companies.',
    ...prices(TIERS.Scale),
    emails: '100K',
    featured: false,
    buyUrl: buyUrls({}),
    features: firstFeatures(5),
  },
  {
    name: 'Enterprise',
    description: 'From 1M emails a day, by contract.',
    priceMonthly: 'Custom',
    priceYearly: 'Custom',
    savingsYearly: null,
    period: '',
    periodYearly: '',
    emails: '1M+',
    featured: false,
    buyUrl: null,
    features: firstFeatures(9),
  },
];

/** `name` and price are for the quantity. `pounds` is without VAT. */
type ChosenPlan = { name: string; price: string; pounds: number; period: string };

/** The plan that a path of `/buy` or one of its pages is for, with its price. Undefined for any other path, or without a path. */
export function chosenPlan(path: string | undefined): ChosenPlan | undefined {
  const [page, query] = (ownPath(path) ?? '').split('?');
  const flags = new URLSearchParams(query);
  flags.delete('test');
  const units = flags.get('quantity') ?? '1';
  flags.delete('quantity');
  if (!/^[1-9]\d{0,2}$/.test(units)) return undefined;
  const shop = page === paths.chooseCheckout({}) || page === paths.buyDetails({}) ? paths.buy({}) : page;
  const address = flags.size ? `${shop}?${flags}` : shop;
  for (const { name, buyUrl, period, periodYearly } of plans) {
    if (!isTier(name)) continue;
    const { monthly, yearly } = TIERS[name];
    const chosen = (pounds: number, every: string): ChosenPlan => ({
      name: withQuantity(name, Number(units)),
      price: formatPounds(Number(units) * pounds),
      pounds: Number(units) * pounds,
      period: every,
    });
    if (buyUrl?.monthly === address) return chosen(monthly, period);
    if (buyUrl?.yearly === address) return chosen(yearly, periodYearly);
  }
  return undefined;
}
