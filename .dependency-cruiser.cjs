/**
 * Which files may import which (ARCHITECTURE.md). dev/checks/boundaries.test.ts plants a forbidden import for each rule
 * and checks that the rule reports it. Type imports count, because they couple files just the same.
 */
const { MAY_IMPORT, OAUTH_ORDER } = require('./dev/checks/may-import.cjs');

const TESTS = '\\.test\\.tsx?$';
const STORIES = '\\.stories\\.tsx$|^components/stories/';
const DOMAINS = 'users|fuzzy-keys|usage|billing|oauth|storage';
/** Folders of programs. No other code may import them. */
const PROGRAMS = 'agent|bench|bin|dev|e2e|server|stripe-emulator';
/** Browser-safe files of folders that otherwise belong to the server. */
const BROWSER_SAFE = '^lib/((audit|jobs)/(schema|policy|views)|http/answers/issue-text)\\.ts$';
/** Files that also run in the browser. */
const FOR_BROWSER = '^lib/[^/]+/(schema|policy|views)\\.ts$';
/** Files that read the environment, the database or a secret. */
const SERVER_FILES = '^lib/base/((db|settings)/(env|db)|log|crypto|context)\\.ts$';
const npm = (name) => `(^|node_modules/)${name}(/|$)`;
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Only files under `allowed` may import the packages. */
const oneImporter = (name, packages, allowed, extra = {}) =>
  rule(
    `one-importer-${name}`,
    `Only ${allowed} may import ${name}.`,
    { path: '.', pathNot: [allowed, TESTS, '^(e2e|bench|dev|stripe-emulator)/'], ...extra },
    {
      path: packages,
    },
  );

/** A folder of programs imports only these folders of the repository. */
const programs = (folder, comment, allowed, pathNot = [TESTS]) =>
  rule(
    `${folder}-imports-only`,
    comment,
    { path: `^${folder}/`, pathNot },
    {
      path: `^(app|components|emails|lib|prisma|${PROGRAMS})/|^worker\\.ts$`,
      pathNot: [folder, ...allowed].map((name) => `^${name}/`),
    },
  );

/** A name in MAY_IMPORT as a pattern: a folder, a subfolder or one file. */
const inLib = (name) => (name.endsWith('.ts') ? `^lib/${name.replace('.', '\\.')}$` : `^lib/${name}/`);

module.exports = {
  forbidden: [
    rule('no-circular', 'Imports form no circle, not even of types.', {}, { circular: true }),
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
          ...['^generated/', '^prisma/', '^lib/base/db/', `^(emails|${PROGRAMS})/`],
        ],
      },
    ),
    rule(
      'components-know-no-server',
      'Components import schemas, policies and pure rules from lib, but no server code.',
      { path: '^components/', pathNot: TESTS },
      {
        path: [
          ...[`^(app|emails|prisma|generated|${PROGRAMS})/`, '^worker\\.ts$'],
          ...[SERVER_FILES, '/(service|queries)\\.ts$', '^lib/(admin|audit|http|jobs|mail|openapi|routes|testing)/'],
        ],
        pathNot: BROWSER_SAFE,
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
      'stories-stay-in-stories',
      'Stories and what they stand on are not part of the product.',
      { path: '^(app|components|lib|emails)/', pathNot: [TESTS, STORIES] },
      { path: STORIES },
    ),
    rule(
      'lib-knows-no-ui',
      'lib does not depend on the user interface, nor on programs.',
      { path: '^lib/', pathNot: TESTS },
      { path: `^(app|components|${PROGRAMS})/|^worker\\.ts$` },
    ),
    rule(
      'base-of-lib',
      'lib/base is the ground: it imports no other folder of lib.',
      { path: '^lib/base/', pathNot: TESTS },
      { path: '^lib/', pathNot: '^lib/base/' },
    ),
    ...Object.entries(MAY_IMPORT).map(([folder, allowed]) =>
      rule(
        `order-of-${folder}`,
        `lib/${folder} imports only the folders that dev/checks/may-import.cjs names.`,
        { path: `^lib/${folder}/`, pathNot: TESTS },
        { path: '^lib/', pathNot: ['^lib/base/', `^lib/${folder}/`, ...allowed.map(inLib)] },
      ),
    ),
    ...OAUTH_ORDER.slice(0, -1).map((folder, n) =>
      rule(
        `order-of-oauth-${folder}`,
        `lib/oauth/${folder} imports no folder that stands on it.`,
        { path: `^lib/oauth/${folder}/`, pathNot: TESTS },
        { path: `^lib/oauth/(${OAUTH_ORDER.slice(n + 1).join('|')})/` },
      ),
    ),
    rule(
      'schema-and-policy-are-pure',
      'Schemas, policies and views run in the browser: they import zod and pure files of lib/base and of domains.',
      { path: FOR_BROWSER },
      {
        path: '.',
        pathNot: [npm('zod'), '^lib/base/(text/(format|text)|errors|paths|time)\\.ts$', '^lib/[^/]+/[a-z0-9-]+\\.ts$'],
      },
    ),
    rule(
      'schema-and-policy-without-server',
      'What the browser loads imports no settings, database or server code.',
      { path: FOR_BROWSER },
      {
        path: [
          ...[SERVER_FILES, '^generated/', '/(service|queries)\\.ts$'],
          '^lib/(admin|audit|http|jobs|mail|openapi|routes)/',
        ],
        pathNot: BROWSER_SAFE,
      },
    ),
    rule(
      'schema-and-policy-without-node',
      'What the browser loads imports no Node.js built-ins.',
      { path: FOR_BROWSER },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'views-as-types',
      'The browser imports the types of answers, not their schemas.',
      { path: '^(components/|app/.*/_components/)', pathNot: TESTS },
      { path: '^lib/[^/]+/views\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'emails-are-pure',
      'Mail templates are pure functions of their props.',
      { path: '^emails/', pathNot: TESTS },
      {
        path: '.',
        pathNot: [
          '^emails/',
          '^lib/base/((text|settings)/(format|html|mark|site)|daily-limit|paths|promises)\\.ts$',
          '^lib/[^/]+/schema\\.ts$',
        ],
      },
    ),
    rule(
      'testing-stays-in-tests',
      'Factories and fakes are not part of the product.',
      { pathNot: [TESTS, '^lib/testing/', '^prisma/seed', '^vitest\\.config', '^(dev|e2e|bench)/'] },
      { path: '^lib/testing/' },
    ),
    rule(
      'tests-start-no-program',
      'Importing a program runs it.',
      { path: TESTS },
      {
        path: '(^|/)main\\.ts$|^(worker|server/index|dev/(start|test|with-build))\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'agent-stands-alone',
      'Storage hosts run the agent with Node.js alone.',
      { path: '^agent/src/' },
      { dependencyTypesNot: ['core'], pathNot: '^agent/src/' },
    ),
    programs('bench', 'Measurements use the product, the tools of dev and of the browser tests.', [
      ...['lib', 'components/usage'],
      'dev',
      'e2e',
    ]),
    programs('bin', 'Production runs commands: they need nothing of dev.', ['lib', 'server']),
    programs('dev', 'What replaces the outside world on one machine starts the product, but imports little of it.', [
      ...['lib', 'bin', 'agent', 'emails'],
    ]),
    programs('server', 'The web process imports one route handler directly (docs/decisions/0020).', [
      ...['lib', 'app/userstatus'],
    ]),
    programs('stripe-emulator', 'The emulator is a program of its own: it imports nothing of this product.', []),
    rule(
      'next-in-few-files',
      'worker.ts, the seed and commands load lib without Next.',
      {
        path: '^(lib|emails|prisma|server|worker\\.ts|agent|bin|dev|stripe-emulator)',
        pathNot: ['^lib/routes/next\\.ts$', '^server/index\\.ts$', TESTS],
      },
      { path: npm('next') },
    ),
    rule(
      'next-files-for-app',
      'Only app imports the file that imports Next.',
      { pathNot: ['^app/', TESTS] },
      { path: '^lib/routes/next\\.ts$' },
    ),
    rule(
      'next-out-of-reach',
      'Node.js runs the web process, worker.ts and the seed without a bundler, and cannot resolve next/*.',
      { path: '^server/|^worker\\.ts$|^prisma/' },
      { path: '^lib/routes/next\\.ts$', reachable: true },
    ),
    oneImporter('stripe', npm('stripe'), '^lib/billing/', {
      pathNot: ['^lib/billing/', '^lib/base/context\\.ts$', TESTS, '^(e2e|bench|dev|stripe-emulator)/'],
    }),
    rule(
      'context-takes-types-of-stripe',
      'lib/base/context.ts imports only types from stripe.',
      { path: '^lib/base/context\\.ts$' },
      { path: npm('stripe'), dependencyTypesNot: ['type-only'] },
    ),
    oneImporter('nodemailer', npm('nodemailer'), '^lib/mail/'),
    oneImporter('oidc-provider', npm('oidc-provider'), '^lib/oauth/'),
    oneImporter('next-auth', npm('next-auth'), '^lib/auth/'),
    oneImporter('argon2', npm('argon2'), '^lib/auth/passwords/password-hash\\.ts$'),
    rule(
      'dev-dependencies-stay-outside',
      'The product runs without dev dependencies.',
      { path: '^(app|components|lib|emails|server|bin/migrate)/|^worker\\.ts$', pathNot: [TESTS, '^lib/testing/'] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: npm('@types') },
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
