/**
 * Every column about a person, from the database itself, is in the table of personal data; every table about a person
 * is explained in the privacy policy and leaves with its user. Texts that may contain an address are the subject of
 * old-address.db.test.ts.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contacts } from '#lib/base/settings/contacts.ts';
import { db } from '#lib/base/db/db.ts';
import { personalData, privacy } from '#lib/marketing/policies/privacy.ts';
import '#lib/testing/database.ts';
import { PERSONAL_COLUMNS } from '#lib/users/personal-data.ts';
import { PersonExport } from './views.ts';

/** Tables whose rows stay when their user, or the account of their last owner, is deleted. */
const STAYS: Readonly<Record<string, string>> = {
  acceptances: 'what an account accepted goes with the account; it loses who did',
  usage_tokens: 'a token goes with its account; it loses who made it',
  sign_in_sessions: 'a session goes with its user; it loses the account that it acted for',
  subscriptions: 'delete-user.ts deletes them, after Stripe has ended them',
  fuzzy_keys: 'a key may serve on without an owner; erase-address.ts takes the address out of it',
  billing_alerts: 'an alert to admins names a subscription, and loses the user',
};

const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;

test('lists every column about a person in the table of personal data, exported or with a reason (S54)', async () => {
  const columns = await personalColumns();
  expect(columns.length).toBeGreaterThan(150);
  const known = new Set(columns.map(nameOf));
  const [listed, whole] = [new Set(PERSONAL_COLUMNS.map(nameOf)), PERSONAL_COLUMNS.filter(isWhole)];
  expect([...listed].filter((name) => !known.has(name) && !name.endsWith('.*'))).toEqual([]);
  expect(PERSONAL_COLUMNS.filter(({ type, why }) => Boolean(type) === Boolean(why)).map(nameOf)).toEqual([]);
  const covers = ({ table, isText }: Column) => !isText && whole.some((entry) => entry.table === table);
  expect(columns.filter((column) => !listed.has(nameOf(column)) && !covers(column)).map(nameOf)).toEqual([]);
});

const isWhole = ({ column }: { column: string }) => column === '*';

test('says of each text called an email how it loses an address', async () => {
  const emails = (await personalColumns()).filter(({ column, isText }) => isText && column.includes('email'));
  expect(emails.length).toBeGreaterThan(5);
  const erased = new Set(PERSONAL_COLUMNS.filter(({ address }) => address).map(nameOf));
  expect(emails.map(nameOf).filter((name) => !erased.has(name))).toEqual([]);
});

test('exports every column that has a type, in one object for each table', () => {
  const objects = objectsOf(z.toJSONSchema(PersonExport, { unrepresentable: 'any' }));
  const tables = Object.entries(Object.groupBy(PERSONAL_COLUMNS, ({ table }) => table)).flatMap(
    ([table, columns = []]) => {
      const names = columns.flatMap(({ type, as, column }) => (type ? [as ?? column] : []));
      return names.length ? [{ table, names }] : [];
    },
  );
  expect(tables.length).toBeGreaterThan(12);
  const isWritten = (names: string[]) => objects.some((fields) => names.every((name) => fields.includes(name)));
  expect(tables.filter(({ names }) => !isWritten(names)).map(({ table }) => table)).toEqual([]);
});

/** The field names of each object in a JSON schema. */
function objectsOf(schema: unknown): string[][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...(properties ? [Object.keys(properties)] : []), ...Object.values(schema).flatMap(objectsOf)];
}

test('names in the privacy policy what each table about a person holds', async () => {
  const tables = [...new Set((await personalColumns()).map(({ table }) => table))];
  const explained = personalData(contacts()).flatMap(({ tables: its }) => its);
  expect(explained.toSorted()).toEqual(tables.toSorted());
});

test('deletes every row about a person with its user, but for the tables listed here', async () => {
  const keeping = await db().$queryRaw<{ table: string }[]>`
    SELECT DISTINCT conrelid::regclass::text AS "table" FROM pg_constraint
    WHERE confrelid IN ('users'::regclass, 'accounts'::regclass) AND contype = 'f' AND conparentid = 0 AND confdeltype <> 'c' ORDER BY 1`;
  expect(keeping.map(({ table }) => table)).toEqual(Object.keys(STAYS).toSorted());
});

test('names in the privacy policy each column of users and accounts, or says that it need not', () => {
  const ofUsers = PERSONAL_COLUMNS.filter(({ table }) => table === 'users' || table === 'accounts');
  expect(ofUsers.filter(({ told }) => told === undefined).map(nameOf)).toEqual([]);
  const policy = JSON.stringify(privacy(contacts()));
  expect(ofUsers.filter(({ told }) => told && !policy.includes(told)).map(nameOf)).toEqual([]);
});

type Column = { table: string; column: string; isText: boolean };

/** The columns of `users` and `accounts`, and of every table with a foreign key that leads to them. */
const personalColumns = (): Promise<Column[]> => db().$queryRaw<Column[]>`
  WITH RECURSIVE personal AS (
    SELECT * FROM unnest(ARRAY['users', 'accounts']::regclass[]::oid[]) AS id
    UNION
    SELECT conrelid FROM pg_constraint JOIN personal ON confrelid = personal.id AND contype = 'f' AND conparentid = 0)
  SELECT relname AS "table", attname AS "column", atttypid IN ('text'::regtype, 'varchar'::regtype) AS "isText"
  FROM personal
  JOIN pg_class ON pg_class.oid = personal.id AND NOT relispartition
  JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped ORDER BY 1, attnum`;
