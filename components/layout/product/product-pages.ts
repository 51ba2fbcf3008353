import { paths } from '#lib/base/paths.ts';

/** The pages of a subscriber, as the bar and the phone's menu list them. */
export const PRODUCT_PAGES = [
  { href: paths.dashboard, label: 'Dashboard' },
  { href: paths.usage, label: 'Usage' },
  { href: paths.setup, label: 'Setup' },
  { href: paths.plan(), label: 'Plan' },
  { href: paths.account, label: 'Account' },
] as const;

const AREAS = [
  paths.dashboard,
  paths.usage,
  paths.setup,
  paths.start(),
  paths.account,
  paths.chooseCheckout({}),
  paths.buyDetails({}),
  paths.billingReturn,
  paths.plan(),
  paths.reports,
  paths.join({}),
  paths.admin,
  '/oauth2',
];

/** Whether a path is one of the signed-in pages, whose header and footer are less prominent than on the public site. */
export const isProductPath = (path: string): boolean => AREAS.some((area) => isIn(area, path));

/** Whether a path is one of the admin pages. */
export const isConsolePath = (path: string): boolean => isIn(paths.admin, path);

const isIn = (area: string, path: string) => path === area || path.startsWith(`${area}/`);
