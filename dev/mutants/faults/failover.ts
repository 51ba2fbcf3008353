import type { Fault } from '../fault.ts';

export const failover: Fault[] = [
  {
    name: 'a connection to a server that became read-only stays in the pool',
    file: 'lib/connection.ts',
    find: 'if (isUnanswered(error) || (isReadOnly(error) && !this.isReading))',
    replace: 'if (isUnanswered(error))',
    tests: ['lib/db.test.ts'],
  },
  {
    name: 'a standby is read from',
    file: 'lib/connection.ts',
    find: "if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return;",
    replace: 'if (parameterName || parameterValue) return;',
    tests: ['lib/http/unreachable.test.ts'],
  },
  {
    name: 'a write on a standby is an internal error',
    file: 'lib/http/error-response.ts',
    find: '57P0[123]|25006|55P03|57014|25P03)`',
    replace: '57P0[123]|55P03|57014|25P03)`',
    tests: ['lib/db.test.ts', 'lib/http/error-response.test.ts'],
  },
  {
    name: 'statements are prepared behind a pooler',
    file: 'lib/db.ts',
    find: "if (env().DATABASE_POOLER) return '';",
    replace: '',
    tests: ['lib/prepared.test.ts'],
  },
];
