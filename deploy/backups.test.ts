import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each(['deploy/pgbackrest/pgbackrest.conf', 'deploy/ha/pgbackrest.conf'])(
  '%s encrypts the repository of backups, as /security says',
  (file) => expect(readFileSync(file, 'utf8')).toMatch(/^repo1-cipher-type=aes-256-cbc$/m),
);
