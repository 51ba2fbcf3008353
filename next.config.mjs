/** @type {import('next').NextConfig} */
const config = {
  reactCompiler: true,
  typedRoutes: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  images: { unoptimized: true }, // no image needs optimising, so /_next/image is 404
  experimental: {
    isrFlushToDisk: false, // public pages are rendered with this process's settings (server/public-pages.ts)
    authInterrupts: true, // forbidden(): a page with 403 in its frame (lib/routes/next.ts)
  },
  // `npm run typecheck` checks every file, so the build does not check them again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    'oidc-provider',
    'argon2',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    '@zxcvbn-ts/language-en',
    'pg-boss',
    'pino',
    'pg',
    'stripe',
    'nodemailer',
    '@prisma/client',
    '@prisma/adapter-pg',
  ],
};

export default config;
