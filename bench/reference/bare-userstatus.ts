/**
 * The reference for P6: the two statements behind /userstatus with only node:http and pg around them. The difference is
 * the cost of our framework, checks and headers.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const server = createServer((req, res) => {
  const token = /premium_session=([^;]+)/.exec(req.headers.cookie ?? '')?.[1] ?? '';
  status(token).then(
    (body) => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    () => res.writeHead(500).end(),
  );
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : null });
});

async function status(token: string): Promise<object> {
  const hash = createHash('sha256').update(token).digest();
  const session = await pool.query<{ user_id: string }>(
    'SELECT s.user_id, u.email, u.is_admin, u.blocked_at FROM sign_in_sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1',
    [hash],
  );
  const { rows } = await pool.query<object>(
    `SELECT u.email, u.is_admin,
       (SELECT json_agg(json_build_object('status', s.status, 'product', s.product_name)) FROM subscriptions s WHERE s.user_id = u.id) AS subscriptions,
       (SELECT json_agg(json_build_object('key', k.public_key)) FROM fuzzy_keys k WHERE k.user_id = u.id) AS keys
     FROM users u WHERE u.id = $1`,
    [session.rows[0]?.user_id],
  );
  return rows[0] ?? {};
}
