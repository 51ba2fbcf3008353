import { paths } from '#lib/base/paths.ts';

/** The console's pages, in the order of the navigation. */
export const ADMIN_PAGES = [
  { href: paths.adminOverview, label: 'Overview' },
  { href: paths.admin, label: 'Users' },
  { href: paths.adminKeys, label: 'Keys' },
  { href: paths.adminOAuth, label: 'OAuth2 clients' },
  { href: paths.adminServers, label: 'Servers' },
  { href: paths.adminReports(), label: 'Reports' },
  { href: paths.adminBilling, label: 'Billing' },
  { href: paths.adminTestimonials, label: 'Testimonials' },
  { href: paths.adminAudit, label: 'Audit' },
  { href: paths.adminJobs, label: 'Jobs' },
] as const;
