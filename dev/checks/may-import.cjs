/**
 * Which folders of lib each folder of lib may import, besides lib/base, which imports none.
 * A name with a path allows only that file or subfolder. lib/testing may import everything, and only tests import it.
 */
const MAY_IMPORT = {
  // Folders that all domains build on.
  http: [],
  'email-address': [],
  'api-client': [],
  audit: ['email-address', 'http'],
  jobs: ['audit', 'email-address', 'http'],
  mail: ['audit', 'jobs'],
  operation: ['jobs'],
  marketing: ['http', 'sources/schema.ts'],
  acceptances: ['accounts', 'marketing/policies'],
  accounts: ['audit', 'email-address', 'http', 'jobs', 'mail'],
  // The domains.
  'fuzzy-keys': ['accounts', 'audit', 'billing/plan.ts', 'email-address', 'http', 'jobs', 'mail'],
  guides: [
    'fuzzy-keys/setup/client-config.ts',
    'fuzzy-keys/setup/setup-files.ts',
    'storage/schema.ts',
    'storage/test-message/text.ts',
  ],
  auth: ['accounts', 'acceptances', 'audit', 'email-address', 'http', 'jobs', 'mail', 'marketing/plans.ts'],
  storage: ['accounts', 'audit', 'fuzzy-keys', 'http'],
  usage: [
    'accounts',
    'audit',
    'billing/bought.ts',
    'billing/fitting-plan.ts',
    'billing/limit.ts',
    'billing/views.ts',
    'fuzzy-keys',
    'http',
    'mail',
    'storage/schema.ts',
    'storage/tasks/checklist.ts',
  ],
  billing: [
    'accounts',
    'acceptances',
    'audit',
    'email-address/schema.ts',
    'fuzzy-keys',
    'http',
    'jobs',
    'mail',
    'marketing/tiers.ts',
    'users/admin-user.ts',
    'users/views.ts',
  ],
  subprocessors: ['accounts', 'billing/plan.ts', 'jobs', 'mail'],
  sources: ['accounts', 'audit', 'fuzzy-keys', 'http', 'mail', 'usage'],
  doctor: ['accounts', 'audit', 'fuzzy-keys', 'http', 'storage'],
  'hash-reports': ['accounts', 'audit', 'billing/plan.ts', 'email-address', 'http', 'mail', 'storage'],
  testimonials: ['audit', 'email-address'],
  standing: ['billing', 'http', 'marketing/tiers.ts', 'usage'],
  'usage-tokens': ['accounts', 'audit', 'auth', 'billing', 'fuzzy-keys', 'http', 'storage', 'usage'],
  // Folders that need several domains.
  routes: ['accounts', 'audit', 'auth', 'billing/stripe', 'http', 'mail', 'storage', 'usage-tokens'],
  oauth: ['accounts', 'audit', 'auth', 'billing/entitlement.ts', 'email-address', 'http', 'jobs', 'routes'],
  openapi: [
    'acceptances/schema.ts',
    'accounts/roles.ts',
    'auth/schema.ts',
    'billing/schema.ts',
    'http',
    'oauth/schema.ts',
    'routes',
    'users/schema.ts',
  ],
  users: [
    'accounts',
    'audit',
    'auth',
    'billing',
    'email-address',
    'fuzzy-keys',
    'guides',
    'http',
    'jobs',
    'mail',
    'usage',
  ],
  'customer-view': [
    'accounts',
    ...['acceptances', 'audit', 'auth', 'billing', 'fuzzy-keys', 'http', 'mail', 'oauth'],
    ...['sources', 'standing', 'usage', 'usage-tokens', 'users'],
  ],
  admin: [
    'accounts',
    ...[
      'audit',
      'auth',
      'billing',
      'customer-view',
      'email-address',
      'fuzzy-keys',
      'hash-reports',
      'http',
      'jobs',
      'mail',
    ],
    ...['oauth', 'operation', 'standing', 'storage', 'usage', 'users'],
  ],
};

/** The folders of lib/oauth: each may import those before it. */
const OAUTH_ORDER = ['store', 'request', 'device', 'registration', 'provider', 'logout', 'consent', 'clients'];

/** The folders that import each other, with the reason. */
const PAIRS = {
  'billing fuzzy-keys': 'Whether a key is in use depends on its subscription: a pure file says which status is live.',
  'billing users':
    'Users are counted and filtered by plan, and deleting one ends what it pays for; billing reads the view of one user.',
};

module.exports = { MAY_IMPORT, OAUTH_ORDER, PAIRS };
