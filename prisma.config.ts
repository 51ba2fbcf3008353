import path from 'node:path';
import { defineConfig } from 'prisma/config';

// Prisma's CLI downloads its schema engine as a binary. This script runs the same engine as WebAssembly from npm,
// so every `prisma` command also works on a machine that reaches only the npm registry.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(import.meta.dirname, 'prisma/schema-engine.mjs');

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: process.env.MIGRATIONS ?? 'prisma/migrations', seed: 'node prisma/seed.ts' },
  // `generate` needs no database, but the configuration needs a URL.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost:5432/postgres' },
});
