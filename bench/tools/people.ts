import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';

/** Adds verified users with the same password. Returns their email addresses. */
export async function createPeople(databaseUrl: string, count: number, password: string): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomBytes(8).toString('hex')}@people.example`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const statement = `
    WITH made AS (
      INSERT INTO users (id, email, password_hash, email_verified_at, created_at, updated_at)
      SELECT gen_random_uuid(), email, $2, now(), now(), now() FROM unnest($1::text[]) AS email RETURNING id
    ), opened AS (INSERT INTO accounts (id) SELECT id FROM made)
    INSERT INTO memberships (account_id, user_id, role) SELECT id, id, 'owner' FROM made`;
  await client.query(statement, [emails, await hashPassword(password)]).finally(() => client.end());
  return emails;
}
