/** @type {import('next').NextConfig} */
const config = {
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  // `npm run types` checks every file; a start that has to build must not wait for it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    'oidc-provider',
    'argon2',
    'pg-boss',
    'pino',
    'pg',
    'rate-limiter-flexible',
    'stripe',
    'nodemailer',
    '@prisma/client',
    '@prisma/adapter-pg',
  ],
};

export default config;
