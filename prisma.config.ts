import path from 'node:path';
import { defineConfig } from 'prisma/config';

// Prisma's schema engine is a binary that its CLI downloads. The same engine comes from npm as WebAssembly,
// so every `prisma` command also works on a machine that reaches nothing but the registry.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(import.meta.dirname, 'prisma/schema-engine.mjs');

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: process.env.MIGRATIONS ?? 'prisma/migrations', seed: 'node prisma/seed.ts' },
  // `generate` needs no database, but the configuration needs a URL.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost:5432/postgres' },
});
