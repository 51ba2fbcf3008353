import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '#dev/stack/folders.ts';
import { blocksOf } from './commands.ts';

const Compose = z.object({ services: z.object({ backup: z.object({ command: z.array(z.string()) }) }) });
const FOLDER = '/root/backups';
const QUERY = "SELECT count(*), md5(string_agg(email, ',' ORDER BY id)) FROM users";

/**
 * What the containers of Compose run for a backup and a restore, on the database of the rehearsal, because no test has a
 * Docker Engine. A table that is newer than the backup refers to an older one. Leaves the web processes stopped.
 */
export function composeCommands(): string {
  const { services } = Compose.parse(parse(readFileSync(path.join(root, 'docker-compose.yml'), 'utf8')));
  const backup = services.backup.command.at(-1)?.replaceAll('$$', '$');
  const restore = /run --rm backup sh -c '(.*)'$/m.exec(blocksOf('compose restore').join(''))?.[1];
  if (!backup || !restore) throw new Error('Compose has no backup, or docs/operations.md no restore');
  return `systemctl stop rspamd-premium-web@8080 rspamd-premium-web@8081 rspamd-premium-worker
install -d -m 0700 ${FOLDER}
cd /
export PGHOST=127.0.0.1 PGDATABASE=premium PGUSER=premium_owner
export PGPASSWORD=$(sed -n 's/.*premium_owner:\\([^@]*\\)@.*/\\1/p' /etc/rspamd-premium/owner.env)
before=$(psql -XAtc "${QUERY}")
${backup.replaceAll('/backups/', `${FOLDER}/`)}
psql -Xqc "UPDATE users SET email = 'changed-' || email" -c "CREATE TABLE newer (id uuid REFERENCES users)"
mv ${FOLDER}/premium-*.dump ${FOLDER}/the.dump
${restore.replaceAll(/\/backups\/\S+?\.dump/g, `${FOLDER}/the.dump`)}
test "$(psql -XAtc "${QUERY}")" = "$before"
test "$(psql -XAtc "SELECT to_regclass('newer') IS NULL")" = t
systemctl start "rspamd-premium-migrate@$(readlink /opt/rspamd-premium/current)"
rspamd-premium run bin/billing-verify.ts
`;
}
