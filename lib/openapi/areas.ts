type Area = { name: string; description: string; paths: readonly string[] };

/** Areas of the API by path prefix. The first match wins. */
export const AREAS: readonly Area[] = [
  {
    name: 'Usage',
    description: 'Usage of your key, and the limits of your plan.',
    paths: [
      ...['/api/usage', '/usagegraph', '/account/api/last-request'],
      ...['/account/api/usage-tokens', '/account/api/usage-alerts'],
    ],
  },
  {
    name: 'API key',
    description: 'Your key, its rotation, and setup files with it.',
    paths: ['/account/api/key', '/account/api/setup', '/account/api/doctor', '/test-message.eml'],
  },
  {
    name: 'Package repository',
    description: 'Access checks for the web server of the package repository.',
    paths: ['/api/repository'],
  },
  {
    name: 'Storage servers',
    description: 'Endpoints for the agent on a storage host. Responses hold private keys, so use TLS only.',
    paths: ['/api/storage'],
  },
  {
    name: 'Billing',
    description: 'Your plan and its price. Stripe keeps cards and invoices.',
    paths: ['/account/api/billing', '/buy', '/billing', '/api/webhooks'],
  },
  {
    name: 'Account',
    description: 'Your account data, and how you log in.',
    paths: ['/userstatus', '/account', '/change', '/.well-known/change-password'],
  },
  {
    name: 'Logging in',
    description: 'Sign-up, login and forgotten passwords. Paths that end in /form serve browsers without JavaScript.',
    paths: ['/login', '/logout', '/signup', '/verify', '/forgot', '/reset'],
  },
  {
    name: 'OAuth2 and OpenID Connect',
    description: 'Login to other applications with an account here. Discovery has the details.',
    paths: ['/oauth2', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
  },
  {
    name: 'Service',
    description: 'Health checks and the description of the API.',
    paths: ['/healthz', '/readyz', '/api/live', '/api/openapi.json', '/.well-known/security.txt'],
  },
  {
    name: 'Admin: keys',
    description: 'Fuzzy keys, for admins.',
    paths: [
      ...['/admin/api/fuzzy-keys', '/admin/api/doctor', '/admin/api/assign-key', '/admin/api/unassociated-keys'],
      ...['/admin/namemap', '/admin/usagegraph', '/admin/api/usage'],
    ],
  },
  {
    name: 'Admin: billing',
    description: 'Subscriptions at Stripe, and what an admin must resolve.',
    paths: ['/admin/api/billing'],
  },
  { name: 'Admin: OAuth2 clients', description: 'OAuth clients and their tokens.', paths: ['/admin/api/oauth2'] },
  { name: 'Admin: storage servers', description: 'Hosts of the fuzzy storage.', paths: ['/admin/api/servers'] },
  {
    name: 'Admin: audit and jobs',
    description: 'The audit log and the job queues.',
    paths: ['/admin/api/audit', '/admin/api/jobs'],
  },
  { name: 'Admin: users', description: 'Users, their limits and their keys.', paths: ['/admin'] },
];

/** The area of a path. Throws if none matches. */
export function areaOf(path: string): string {
  const area = AREAS.find(({ paths }) => paths.some((begin) => path === begin || path.startsWith(`${begin}/`)));
  if (!area) throw new Error(`No API area covers ${path}`);
  return area.name;
}
