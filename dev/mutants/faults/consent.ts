import type { Fault } from '../fault.ts';

const CONSENT = 'lib/oauth/consent/consent.ts';
const DECISIONS = ['lib/oauth/consent/consent.test.ts', 'lib/oauth/consent/decisions.test.ts'];

const TWO_FACTOR = ['lib/oauth/provider/two-factor.test.ts'];

export const consent: Fault[] = [
  {
    name: 'the second half of a double click consents',
    file: CONSENT,
    find: 'const isTooSoon = now.getTime() - shownAt < ARM_MS;',
    replace: 'const isTooSoon = now.getTime() < shownAt - ARM_MS;',
    tests: DECISIONS,
  },
  {
    name: 'a form of another site consents',
    file: CONSENT,
    find: "if (!isOurs) throw new RequestEnded('other_site');",
    replace: '',
    tests: DECISIONS,
  },
  {
    name: 'a browser consents to a request of another browser',
    file: 'lib/oauth/consent/own-request.ts',
    find: 'findSignedCookie(provider, needs, headers) === uid',
    replace: 'uid !== undefined',
    tests: DECISIONS,
  },
  {
    name: 'a client that registered itself gets a link on our page',
    file: 'lib/oauth/consent/interaction.ts',
    find: "client.kind === 'admin' && origins.size",
    replace: 'origins.size',
    tests: ['lib/oauth/consent/ended-requests.test.ts'],
  },
  {
    name: 'a denial grants access',
    file: CONSENT,
    find: 'await DECIDE[decision](tx, current, provider)',
    replace: 'await authorize(tx, current, provider)',
    tests: DECISIONS,
  },
  {
    name: 'a repeated consent makes a second grant',
    file: CONSENT,
    find: 'if (!current.result?.consent && !current.result?.error)',
    replace: 'if (decision)',
    tests: DECISIONS,
  },
  {
    name: 'a consent replaces a denial',
    file: CONSENT,
    find: ' && !current.result?.error',
    replace: '',
    tests: DECISIONS,
  },
  {
    name: 'a decision counts for a session that has lost the request',
    file: CONSENT,
    find: 'interaction && works[await stepOf(tx, interaction)];',
    replace: 'interaction && Object.values(works)[0];',
    tests: DECISIONS,
  },
  {
    name: 'a denial replaces a consent',
    file: CONSENT,
    find: '!current.result?.consent && ',
    replace: '',
    tests: DECISIONS,
  },
  {
    name: 'two simultaneous clicks make two grants',
    file: CONSENT,
    find: 'await lockInTransaction(tx.db, `interaction:${uid}`);',
    replace: '',
    tests: DECISIONS,
  },
  {
    name: "a user consents in another user's session",
    file: 'lib/oauth/consent/interaction.ts',
    find: "if (prompt.name === 'consent' && session?.accountId === userId && session.uid === sessionId) return 'consent';",
    replace: "if (prompt.name === 'consent' && session) return 'consent';",
    tests: DECISIONS,
  },
  {
    name: 'a consent is stored although its audit row is not',
    file: CONSENT,
    find: 'await addConsent(tx, clientId, scopes);',
    replace: "await addConsent({ ...tx, db: (await import('#lib/db.ts')).db() }, clientId, scopes);",
    tests: DECISIONS,
  },
  {
    name: 'an application keeps its tokens when its access is revoked',
    file: 'lib/oauth/clients/connected-apps.ts',
    find: 'await tx.db.oidcArtifact.deleteMany({ where: { userId, clientId } });',
    replace: '',
    tests: ['lib/oauth/clients/tokens.test.ts'],
  },
  {
    name: "a user revokes other users' access, too",
    file: 'lib/oauth/clients/connected-apps.ts',
    find: 'await tx.db.oidcArtifact.deleteMany({ where: { userId, clientId } });',
    replace: 'await tx.db.oidcArtifact.deleteMany({ where: { clientId } });',
    tests: ['lib/oauth/clients/tokens.test.ts'],
  },
  {
    name: 'an application keeps tokens with a scope that it lost',
    file: 'lib/oauth/clients/manage-clients.ts',
    find: 'if (lostScope || needsMore || before.is_public !== now.is_public)',
    replace: 'if ((lostScope || needsMore) && before.is_public !== now.is_public)',
    tests: ['lib/oauth/clients/manage-clients.test.ts'],
  },
  {
    name: 'an application can have its codes sent over http',
    file: 'lib/oauth/clients/redirect-uri.ts',
    find: "if (url.protocol === 'http:' && !isLoopback)",
    replace: "if (url.protocol === 'ftp:' && !isLoopback)",
    tests: ['lib/oauth/clients/redirect-uri.test.ts'],
  },
  {
    name: 'a parameter lowers the two factors that an application needs',
    file: 'lib/oauth/provider/prompts.ts',
    find: '(client?.require_two_factor === true || asksForTwoFactor(params))',
    replace: '(params.acr_values ? asksForTwoFactor(params) : client?.require_two_factor === true)',
    tests: TWO_FACTOR,
  },
  {
    name: 'a password alone satisfies an application that needs two factors',
    file: 'lib/auth/factors/two-factors.ts',
    find: "(methods.includes('pwd') && methods.includes('otp'))",
    replace: "methods.includes('pwd')",
    tests: TWO_FACTOR,
  },
  {
    name: 'a refresh token of one factor is renewed after the application needs two',
    file: 'lib/oauth/provider/configuration.ts',
    find: 'isBelowMinimum(oidc.client, token) ? undefined :',
    replace: '(isBelowMinimum(oidc.client, token) && oidc.route === "none") ? undefined :',
    tests: TWO_FACTOR,
  },
  {
    name: 'a person with one factor continues to an application that needs two',
    file: 'lib/oauth/consent/interaction.ts',
    find: 'if (needsTwoFactor === true && !hasTwoFactors(amr))',
    replace: 'if (needsTwoFactor === null && !hasTwoFactors(amr))',
    tests: TWO_FACTOR,
  },
];
