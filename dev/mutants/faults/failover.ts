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
    name: 'reads go to a standby',
    file: 'lib/connection.ts',
    find: "if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return;",
    replace: 'if (parameterName || parameterValue) return;',
    tests: ['lib/http/unreachable.test.ts'],
  },
  {
    name: 'a write on a standby is an internal error',
    file: 'lib/http/error-response.ts',
    find: '58)...|25006|',
    replace: '58)...|',
    tests: ['lib/db.test.ts', 'lib/http/error-response.test.ts'],
  },
  {
    name: 'the provider answers a lost session with an internal error',
    file: 'lib/oauth/provider/session-view.ts',
    find: 'this.touched = false;',
    replace: '',
    tests: ['lib/oauth/provider/session-outage.test.ts'],
  },
  {
    name: 'statements are prepared behind a pooler',
    file: 'lib/db.ts',
    find: "if (env().DATABASE_POOLER) return '';",
    replace: '',
    tests: ['lib/prepared.test.ts'],
  },
];
