/** The site's own paths, by name. Pages that must not be prefetched are plain `<a>`, never `<Link>`. */
export const paths = {
  home: '/',
  pricing: '/pricing',
  login: (returnUrl?: string) => withQuery('/login', { return_url: fitting(returnUrl) }),
  /** The second-factor step of a login without JavaScript. */
  loginCode: (returnUrl?: string) => withQuery('/login', { step: 'code', return_url: fitting(returnUrl) }),
  verifyEmail: (query: Query) => withQuery('/verify-email', query),
  /** The page accepts a link only with `forgot=1` (lib/auth/settings/reset-link.ts). */
  resetPassword: (query: Query) => withQuery('/reset-password', { ...query, forgot: '1' }),
  /** The same page for the first password of an invited user. */
  acceptInvitation: (query: Query) => withQuery('/reset-password', { ...query, forgot: '1', invited: '1' }),
  changeEmail: (query: Query) => withQuery('/change-email', query),
  undoEmailChange: (query: Query) => withQuery('/change-email/undo', query),
  /** The page that a mailed invitation to an account opens. */
  join: (query: Query) => withQuery('/join', query),
  dashboard: '/dashboard',
  /** Where a subscriber changes the plan. */
  plan: (query: Query = {}) => withQuery('/plan', query),
  /** A subscriber's usage over time. */
  usage: '/usage',
  /** The hosts that use a subscriber's key. */
  servers: '/usage#servers',
  /** Where a subscriber looks a hash up and reports it. */
  reports: '/reports',
  /** What became of the reports of all customers. */
  falsePositives: '/false-positives',
  account: '/account',
  /** The account page with the dialog for a new password open. */
  changePassword: '/account?change=password',
  /** Where a user sets up an authenticator app. */
  twoFactor: '/account#two-factor',
  members: '/account#members',
  /** What a user has accepted. */
  agreements: '/account#agreements',
  dpa: '/dpa',
  setup: '/setup',
  /** From a visitor's question to protected mail, on one page. */
  start: (query: Query = {}) => withQuery('/start', query),
  /** The setup of a platform with the user's key, as a download. */
  setupArchive: (platform: string, freeFeed: 'on' | 'off', servers: 'names' | 'srv' = 'names') =>
    withQuery(`/account/api/setup/${platform}`, {
      free_feed: freeFeed === 'off' ? 'off' : undefined,
      servers: servers === 'srv' ? 'srv' : undefined,
    }),
  /** The message that every storage host knows, as a download. */
  testMessage: (list: 'premium' | 'bulk' = 'premium') =>
    withQuery('/test-message.eml', { list: list === 'bulk' ? list : undefined }),
  api: '/api',
  adminApi: '/api/admin',
  apiArea: (slug: string) => `/api/reference/${slug}`,
  apiCall: (area: string, operationId: string) => `/api/reference/${area}/${operationId}`,
  openApi: '/api/openapi.json',
  logout: '/logout',
  /** The consent page, and the cards of lib/oauth/error-card.ts. */
  authorize: (query: Query) => withQuery('/oauth2/authorize', query),
  /** `uid` is the id of the interaction. */
  interaction: (uid: string) => `/oauth2/authorize/${encodeURIComponent(uid)}`,
  interactionLogin: (uid: string) => `/oauth2/authorize/${encodeURIComponent(uid)}/login`,
  /** Where a user enters the code of a device. */
  device: (query: Query) => withQuery('/oauth2/device', query),
  /** Like `interaction`, for the request of a device. */
  deviceInteraction: (uid: string) => `/oauth2/device/${encodeURIComponent(uid)}`,
  deviceInteractionLogin: (uid: string) => `/oauth2/device/${encodeURIComponent(uid)}/login`,
  buy: (flags: Query) => withQuery('/buy', flags),
  /** Asks which of two plans to buy. */
  buyDetails: (flags: Query) => withQuery('/buy/details', flags),
  chooseCheckout: (flags: Query) => withQuery('/buy/choose', flags),
  billing: '/billing',
  billingReturn: '/billing/return',
  /** Where the billing portal leads back to. */
  billingBack: '/billing/back',
  admin: '/admin',
  /** The page of one user. */
  adminUser: (userId: string) => `/admin/users/${encodeURIComponent(userId)}`,
  adminOverview: '/admin/overview',
  /** The entries of the inbox of one kind, or what was put aside. */
  adminInbox: (query: Query) => withQuery('/admin/overview', query),
  /** The ledger's movements behind a figure of the overview. */
  adminMovements: (query: Query) => withQuery('/admin/overview/movements', query),
  adminKeys: '/admin/keys',
  adminOAuth: '/admin/oauth2',
  adminServers: '/admin/servers',
  adminTestimonials: '/admin/testimonials',
  /** The desk that judges reports of customers. */
  adminReports: (query: Query = {}) => withQuery('/admin/reports', query),
  zoneFile: '/admin/api/servers/zone',
  adminBilling: '/admin/billing',
  adminAudit: '/admin/audit',
  adminJobs: '/admin/jobs',
  adminUserUsage: (userId: string) => `/admin/user/${encodeURIComponent(userId)}/usage`,
  /** What happened to a user, newest first. */
  adminTimeline: (userId: string, query: Query = {}) =>
    withQuery(`/admin/users/${encodeURIComponent(userId)}/timeline`, query),
  /** Where an admin starts to view a user's account as the user sees it. */
  adminViewAs: (userId: string) => `/admin/users/${encodeURIComponent(userId)}/view`,
  /** A page of a customer view: `dashboard`, `usage`, `setup` or `account`. */
  adminViewed: (userId: string, page: string) => `/admin/users/${encodeURIComponent(userId)}/view/${page}`,
} as const;

type Query = Readonly<Record<string, string | undefined>>;

/** The longest link of this site, in characters: a request for one twice as long is refused (server/admission/request-limits.ts). */
export const LONGEST_LINK = 1500;
/** The longest URL to return to, as it is written into another link. */
const LONGEST_RETURN = 900;

/**
 * Adds the parameters that are not undefined to a path's query. Leaves out a parameter with which the link would be
 * longer than 1,500 characters.
 */
export function withQuery(address: string, query: Query): string {
  const [path = '', existing] = address.split('?');
  const params = new URLSearchParams(existing);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const more = new URLSearchParams(params);
    more.set(name, value);
    if (path.length + 1 + String(more).length <= LONGEST_LINK) params.set(name, value);
  }
  return params.size ? `${path}?${params}` : path;
}

/** The length of a text as the value of a query parameter. */
export const encodedLength = (text: string): number => String(new URLSearchParams([['', text]])).length - 1;

const isTooLong = (url: string) => encodedLength(url) > LONGEST_RETURN;

/** A URL to return to, without its query if it would be too long. */
const fitting = (url: string | undefined): string | undefined => (url && isTooLong(url) ? url.split('?')[0] : url);

/** Where a login redirects to: `value` if it is a path of this site, else /dashboard (S39). */
export const safeReturnPath = (value: string | null | undefined): string => ownPath(value) ?? paths.dashboard;

/**
 * `value` if it is a path of this site and short enough to return to, else undefined. The URL parser decides, so `//host`, `/\host`, control
 * characters and user info cannot point to another site.
 */
export function ownPath(value: string | null | undefined): string | undefined {
  if (!value || !value.startsWith('/') || value.length > LONGEST_RETURN) return undefined;
  const origin = 'http://site.invalid';
  try {
    const url = new URL(value, origin);
    const path = url.pathname + url.search + url.hash;
    return url.origin === origin && !path.startsWith('//') && !isTooLong(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
