/**
 * Which files may import which (ARCHITECTURE.md). local/boundaries.test.ts plants a forbidden import for each rule and
 * checks that the rule reports it. Type imports count, because they couple files just the same.
 */
const TESTS = '\\.test\\.tsx?$';
const STORIES = '\\.stories\\.tsx$|^components/stories/';
const DOMAINS = 'users|fuzzy-keys|usage|billing|oauth|storage';
/** The domains that each domain may not import. */
const BEFORE = {
  // audit, mail ← users ← auth, fuzzy-keys ← usage, storage; users, fuzzy-keys, usage ← billing; users, auth ← oauth
  users: 'auth|fuzzy-keys|usage|storage|billing|oauth',
  'fuzzy-keys': 'auth|usage|storage|billing|oauth',
  auth: 'fuzzy-keys|usage|storage|billing|oauth',
  usage: 'auth|storage|billing|oauth',
  storage: 'auth|billing|oauth',
  billing: 'auth|storage|oauth',
  oauth: 'fuzzy-keys|usage|storage|billing',
  audit: `auth|mail|jobs|${DOMAINS}`,
};
/** Browser-safe files of folders that otherwise belong to the server. */
const BROWSER_SAFE = '^lib/(audit|jobs|lifecycle)/(schema|policy|views)\\.ts$';
/** Files that read the environment, the database or a secret. */
const SERVER_FILES = '^lib/(env|db|log|crypto|context|health|metrics)\\.ts$';
const npm = (name) => `(^|node_modules/)${name}(/|$)`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Only files under `allowed` may import the packages. */
const oneImporter = (name, packages, allowed, extra = {}) =>
  rule(
    `one-importer-${name}`,
    `Only ${allowed} may import ${name}.`,
    { path: '.', pathNot: [allowed, TESTS, '^(e2e|bench|local)/'], ...extra },
    {
      path: packages,
    },
  );

module.exports = {
  forbidden: [
    rule(
      'no-circular',
      'Imports form no cycle.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'not-resolved',
      'Every import resolves to a file.',
      { pathNot: '^(generated|\\.next)/' },
      { couldNotResolve: true },
    ),
    rule(
      'app-only-components-and-lib',
      'Routes speak HTTP; they do not reach the database or a provider directly.',
      { path: '^app/' },
      {
        path: [
          ...['stripe', 'nodemailer', 'oidc-provider', 'next-auth', 'pg', 'pg-boss', '@prisma'].map(npm),
          ...['^generated/', '^prisma/', '^lib/db\\.ts$', '^(local|e2e|bench|agent|emails)/'],
        ],
      },
    ),
    rule(
      'components-know-no-server',
      'Components import schemas, policies and pure rules from lib, but no server code.',
      { path: '^components/', pathNot: TESTS },
      {
        path: [
          ...['^(app|local|e2e|bench|agent|emails|prisma|generated)/', '^(server|worker)\\.ts$'],
          ...[SERVER_FILES, '/(service|queries)\\.ts$', '^lib/(audit|mail|jobs|testing|lifecycle|http)/'],
        ],
        pathNot: ['^lib/http/(api-client|or-login|as-admin)\\.ts$', BROWSER_SAFE],
      },
    ),
    rule(
      'components-reach-no-server',
      'Nothing that components import reaches server code either.',
      { path: '^components/', pathNot: TESTS },
      { path: [SERVER_FILES, '^generated/prisma/'], reachable: true },
    ),
    rule(
      'components-of-one-domain',
      'A page composes parts of two domains by passing one as children.',
      { path: `^components/(${DOMAINS})/` },
      { path: `^components/(${DOMAINS})/`, pathNot: '^components/$1/' },
    ),
    rule(
      'shared-components-know-no-domain',
      'Primitives, forms, shells and charts serve every domain.',
      { path: '^components/(ui|form|charts)/' },
      { path: `^components/(${DOMAINS})/` },
    ),
    rule(
      'lib-knows-no-ui',
      'lib does not depend on the user interface.',
      { path: '^lib/', pathNot: TESTS },
      {
        path: '^(app|components|local|e2e|bench|agent)/|^(server|worker)\\.ts$',
      },
    ),
    ...Object.entries(BEFORE).map(([domain, later]) =>
      rule(
        `order-of-${domain}`,
        `lib/${domain} does not import the domains that build on it.`,
        { path: `^lib/${domain}/`, pathNot: TESTS },
        {
          path: `^lib/(${later})/`,
          pathNot: '/(schema|views|policy|buckets|limit|plan|usable-key)\\.ts$',
        },
      ),
    ),
    rule(
      'schema-and-policy-are-pure',
      'Schemas, policies and views run in the browser: they import zod and pure files of lib only.',
      { path: '^lib/[^/]+/(schema|policy|views)\\.ts$' },
      {
        path: '.',
        pathNot: [
          npm('zod'),
          '^lib/[^/]+/(schema|policy|views)\\.ts$',
          '^lib/(errors|format|paths|time)\\.ts$',
          '^lib/[^/]+/[a-z0-9-]+\\.ts$',
        ],
      },
    ),
    rule(
      'schema-and-policy-without-server',
      'What the browser loads imports no settings, database or server code.',
      { path: '^lib/[^/]+/(schema|policy|views)\\.ts$' },
      {
        path: [
          '^lib/(env|db|log|crypto|context|health|metrics)\\.ts$',
          '^generated/',
          '/(service|queries)\\.ts$',
          '^lib/(audit|mail|jobs|http)/',
        ],
        pathNot: BROWSER_SAFE,
      },
    ),
    rule(
      'schema-and-policy-without-node',
      'What the browser loads imports no Node.js built-ins.',
      { path: '^lib/[^/]+/(schema|policy|views)\\.ts$' },
      {
        dependencyTypes: ['core'],
      },
    ),
    rule(
      'views-as-types',
      'The browser imports the types of answers, not their schemas.',
      { path: '^(components/|app/.*/_components/)', pathNot: TESTS },
      {
        path: '^lib/[^/]+/views\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'emails-are-pure',
      'Mail templates are pure functions of their props.',
      { path: '^emails/', pathNot: TESTS },
      {
        path: '.',
        pathNot: ['^emails/', '^lib/(format|html|site|paths)\\.ts$', '^lib/[^/]+/schema\\.ts$'],
      },
    ),
    rule(
      'testing-stays-in-tests',
      'Factories and fakes are not part of the product.',
      { pathNot: [TESTS, '^lib/testing/', '^prisma/seed', '^vitest\\.config', '^(local|e2e|bench)/'] },
      { path: '^lib/testing/' },
    ),
    rule(
      'stories-stay-in-stories',
      'Stories and what they stand on are not part of the product.',
      { path: '^(app|components|lib|emails)/', pathNot: [TESTS, STORIES] },
      { path: STORIES },
    ),
    rule(
      'lifecycle-is-on-top',
      'lifecycle may import every domain; only app, jobs and the seed import it.',
      { path: '^(lib|emails|components)/', pathNot: ['^lib/(lifecycle|jobs|testing)/', TESTS] },
      {
        path: '^lib/lifecycle/',
        pathNot: '/(schema|policy)\\.ts$',
      },
    ),
    rule(
      'next-in-one-file',
      'server.ts, worker.ts and the seed load lib without Next.',
      {
        path: '^(lib|emails|prisma|local|worker\\.ts|agent)',
        pathNot: ['^lib/auth/next\\.ts$', TESTS],
      },
      {
        path: npm('next'),
      },
    ),
    rule(
      'next-files-for-app',
      'Only app imports the file that imports Next.',
      { pathNot: ['^app/', TESTS] },
      { path: '^lib/auth/next\\.ts$' },
    ),
    rule(
      'next-out-of-reach',
      'Node.js runs server.ts, worker.ts and the seed without a bundler, and cannot resolve next/*.',
      { path: '^(server|worker)\\.ts$|^prisma/' },
      { path: '^lib/auth/next\\.ts$', reachable: true },
    ),
    oneImporter('stripe', npm('stripe'), '^lib/billing/', {
      pathNot: ['^lib/billing/', '^lib/context\\.ts$', TESTS, '^(e2e|bench|local)/'],
    }),
    rule(
      'context-takes-types-of-stripe',
      'lib/context.ts imports only types from stripe.',
      { path: '^lib/context\\.ts$' },
      {
        path: npm('stripe'),
        dependencyTypesNot: ['type-only'],
      },
    ),
    oneImporter('nodemailer', npm('nodemailer'), '^lib/mail/'),
    oneImporter('oidc-provider', npm('oidc-provider'), '^lib/oauth/'),
    oneImporter('next-auth', npm('next-auth'), '^lib/auth/'),
    oneImporter('recharts', npm('recharts'), '^components/charts/'),
    rule(
      'agent-stands-alone',
      'Storage hosts run the agent with Node.js alone.',
      { path: '^agent/src/' },
      { dependencyTypesNot: ['core'], pathNot: '^agent/src/' },
    ),
    rule(
      'dev-dependencies-stay-outside',
      'The product runs without dev dependencies.',
      { path: '^(app|components|lib|emails|server\\.ts|worker\\.ts)', pathNot: [TESTS, '^lib/testing/'] },
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: npm('@types'),
      },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^generated/'] },
    exclude: { path: ['^\\.next/', '^next-env\\.d\\.ts$', '^agent/dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
