type Area = { name: string; description: string; paths: readonly string[] };

/** What calls are about, by the beginning of their path: the first that fits. */
export const AREAS: readonly Area[] = [
  {
    name: 'Usage',
    description: 'How much was asked with your key, and what your plan allows.',
    paths: [
      ...['/api/usage', '/usagegraph', '/account/api/last-request'],
      ...['/account/api/usage-tokens', '/account/api/usage-alerts'],
    ],
  },
  { name: 'API key', description: 'Your key, and putting another in its place.', paths: ['/account/api/key'] },
  {
    name: 'Package repository',
    description: 'Who may download packages, for the web server of the repository.',
    paths: ['/api/repository'],
  },
  {
    name: 'Storage servers',
    description: 'What the agent on a host of the fuzzy storage calls. Answers hold private keys: over TLS only.',
    paths: ['/api/storage'],
  },
  {
    name: 'Billing',
    description: 'Your plan and what it costs. Cards and invoices are kept by Stripe.',
    paths: ['/account/api/billing', '/buy', '/billing', '/api/webhooks'],
  },
  {
    name: 'Account',
    description: 'What we know about you, and how you log in.',
    paths: ['/userstatus', '/account', '/change'],
  },
  {
    name: 'Signing in',
    description: 'Sign-up, login, forgotten passwords. Calls that end in /form serve browsers without script.',
    paths: ['/login', '/logout', '/signup', '/verify', '/forgot', '/reset'],
  },
  {
    name: 'OAuth2 and OpenID Connect',
    description: 'How other applications let people log in with their account here. Discovery has the details.',
    paths: ['/oauth2', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
  },
  {
    name: 'Service',
    description: 'Whether the service works, and what it offers.',
    paths: ['/healthz', '/readyz', '/api/openapi.json', '/.well-known/security.txt'],
  },
  {
    name: 'Admin: keys',
    description: 'Fuzzy keys, for admins.',
    paths: [
      ...['/admin/api/fuzzy-keys', '/admin/api/assign-key', '/admin/api/unassociated-keys'],
      ...['/admin/namemap', '/admin/usagegraph', '/admin/api/usage'],
    ],
  },
  { name: 'Admin: billing', description: 'What Stripe says and what must be mended.', paths: ['/admin/api/billing'] },
  { name: 'Admin: OAuth2 clients', description: 'Applications and their tokens.', paths: ['/admin/api/oauth2'] },
  { name: 'Admin: storage servers', description: 'Hosts of the fuzzy storage.', paths: ['/admin/api/servers'] },
  {
    name: 'Admin: audit and jobs',
    description: 'What happened, and what waits.',
    paths: ['/admin/api/audit', '/admin/api/jobs'],
  },
  { name: 'Admin: users', description: 'People, their limits and their keys.', paths: ['/admin'] },
];

/** The area of a path. Throws for one that belongs nowhere. */
export function areaOf(path: string): string {
  const area = AREAS.find(({ paths }) => paths.some((begin) => path === begin || path.startsWith(`${begin}/`)));
  if (!area) throw new Error(`${path} belongs to no area of the description`);
  return area.name;
}
