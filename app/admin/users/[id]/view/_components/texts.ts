import type { ViewedPage } from '#lib/customer-view/schema.ts';

export const TITLE = 'View as customer';
export const LOAD_FAILED = 'Failed to load the user. You may not have admin privileges.';

export const PAGE_LABELS: Readonly<Record<ViewedPage, string>> = {
  dashboard: 'Dashboard',
  usage: 'Usage',
  setup: 'Setup',
  plan: 'Plan',
  account: 'Account',
};

/** The heading of each page, which is the owner's. */
export const PAGE_TITLES: typeof PAGE_LABELS = {
  ...PAGE_LABELS,
  setup: 'Setup Guide',
  plan: 'Your plan',
};
