import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#dev/stack/folders.ts';
import { env } from '#lib/base/settings/env.ts';
import '#lib/testing/database.ts';

/** What would have to change for the database to be what the schema says, and why it is right as it is. */
const KNOWN = [
  // The release before reads them (docs/decisions/0068).
  ...['custom_key', 'daily_limit', 'muted_alerts', 'shows_addresses', 'stripe_customer_id'].map(
    (column) => `users DROP COLUMN "${column}"`,
  ),
  // The order of the columns, which Prisma cannot say for a partition.
  ...['usage_hours', 'usage_points'].flatMap((table) => [
    `${table} DROP CONSTRAINT "${table}_pkey"`,
    `${table} ADD CONSTRAINT "${table}_pkey" PRIMARY KEY ("key_id", "bucket", "server_id")`,
  ]),
  // The first account of a person has the id of the person, and may outlive them.
  'accounts ADD CONSTRAINT "accounts_id_fkey" FOREIGN KEY ("id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE CASCADE',
];

/** Each change of a table in a script, without indexes, which prisma/indexes.sql also builds. */
const changesIn = (script: string): string[] =>
  script
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement && !/^(DROP|CREATE( UNIQUE)?|ALTER) INDEX /.test(statement))
    .flatMap((statement) => {
      const [, table = '', changes] = /^ALTER TABLE "(\w+)" (.*)$/.exec(statement) ?? [];
      return changes === undefined
        ? [statement]
        : changes.split(/, (?=(?:ADD|DROP|ALTER) )/).map((one) => `${table} ${one}`);
    });

test('the migrations make the tables and columns that the schema describes', async () => {
  const args = ['migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema.prisma', '--script'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(root, 'node_modules/prisma/build/index.js'), ...args],
    { cwd: root, env: { ...process.env, DATABASE_URL: env().DATABASE_URL } },
  );
  expect(changesIn(stdout).toSorted()).toEqual(KNOWN.toSorted());
});
