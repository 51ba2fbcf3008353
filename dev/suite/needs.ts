/**
 * Tests that may be skipped, with the programs and rights that they need. Any other skipped test counts as a failure.
 */
export const NEEDS: Readonly<Record<string, string>> = {
  'dev/postgres/postgres.soak.test.ts': 'root',
  'deploy/nginx.soak.test.ts': 'root, and nginx',
  'deploy/systemd/units.soak.test.ts': 'systemd-analyze',
  'deploy/postgres-roles.soak.test.ts': 'psql',
  'e2e/soak/runbook.spec.ts':
    'root on Debian that may make namespaces, systemd, postgresql, pgbackrest, nginx, rspamd and redis-server',
  'deploy/prometheus/promtool.soak.test.ts': 'prometheus',
  'deploy/compose.soak.test.ts': 'docker-compose',
  'lib/storage/repository-nginx.soak.test.ts': 'root, and nginx',
  'agent/sources.soak.test.ts': 'rspamd and redis-server',
  'agent/test-message.soak.test.ts': 'rspamd and redis-server',
  'agent/hash-reports.soak.test.ts': 'rspamd and redis-server',
  'dev/platforms/platforms.soak.test.ts': 'rspamd and redis-server',
  'dev/platforms/wire.soak.test.ts': 'rspamd and redis-server',
  'dev/platforms/dirty/ansible.soak.test.ts': 'rspamd, redis-server, ansible-core and root',
  'dev/platforms/dirty/dirty.soak.test.ts': 'rspamd, redis-server and root, and ansible-core for its row',
  'dev/platforms/srv.soak.test.ts': 'redis-server, bind9, and RSPAMD_PREFIX for Rspamd 4.1 and newer',
  'lib/doctor/doctor.soak.test.ts':
    'rspamd and redis-server, and RSPAMD_PREFIX for two states of Rspamd 3.10 and newer',
  'lib/fuzzy-keys/setup/rspamadm.soak.test.ts': 'rspamd',
  'lib/guides/rspamadm.soak.test.ts': 'rspamd',
  'e2e/soak/apache.spec.ts': 'root, and apache2 with libapache2-mod-auth-openidc',
  'e2e/soak/examples.spec.ts':
    'root, apache2 with libapache2-mod-auth-openidc, and python3-flask with python3-authlib and python3-requests',
  'e2e/soak/nginx.spec.ts': 'root, and nginx',
  'e2e/soak/rspamd.spec.ts': 'rspamd and redis-server',
};

/** Debian packages that these tests need. `npm run test:soak` installs missing ones if run as root. */
export const PACKAGES: Readonly<Record<string, string>> = {
  '/usr/bin/rspamadm': 'rspamd',
  '/usr/bin/redis-server': 'redis-server',
  '/usr/sbin/nginx': 'nginx',
  '/usr/bin/promtool': 'prometheus',
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/bin/pg_createcluster': 'postgresql',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/bin/docker-compose': 'docker-compose',
  '/usr/bin/ansible-playbook': 'ansible-core',
  '/usr/lib/python3/dist-packages/authlib': 'python3-authlib',
  '/usr/lib/python3/dist-packages/flask': 'python3-flask',
  '/usr/lib/python3/dist-packages/requests': 'python3-requests',
};
