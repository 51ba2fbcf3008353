/** @type {import('next').NextConfig} */
const config = {
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
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
