import type { Fault } from '../fault.ts';

const DOCTOR = ['lib/doctor/doctor.test.ts'];
const TASKS = ['lib/storage/tasks/tasks.test.ts'];

export const doctor: Fault[] = [
  {
    name: 'the portal shows what a host said about an address that is not the asker’s',
    file: 'lib/doctor/check.ts',
    find: "const mayKnow = asked.scope !== 'key' || used.length > 0;",
    replace: 'const mayKnow = true;',
    tests: DOCTOR,
  },
  {
    name: 'a host tells about an address that used none of the keys',
    file: 'agent/src/tasks/connection.ts',
    find: 'question.mayKnow || keys.some(({ from_address }) => from_address)',
    replace: 'question.mayKnow || keys.length > 0',
    tests: ['agent/connection.test.ts', 'agent/privacy.test.ts'],
  },
  {
    name: 'any address counts as the caller’s own',
    file: 'lib/doctor/ask.ts',
    find: 'ctx.ip !== null && isSameServer(address, ctx.ip)',
    replace: 'ctx.ip !== null',
    tests: DOCTOR,
  },
  {
    name: 'an older answer of a host replaces a newer one',
    file: 'lib/storage/tasks/answers.ts',
    find: 'WHERE row.observed_at < excluded.observed_at',
    replace: '',
    tests: TASKS,
  },
  {
    name: 'a later answer of a host replaces the first',
    file: 'lib/storage/tasks/answers.ts',
    find: 'SET last = excluded.last,',
    replace: 'SET first = excluded.first, last = excluded.last,',
    tests: TASKS,
  },
  {
    name: 'the portal makes an agent collect without a pause',
    file: 'agent/src/tasks/tasks.ts',
    find: 'Math.max(askedMs, LEAST_COLLECT_MS)',
    replace: 'askedMs',
    tests: ['agent/tasks.test.ts'],
  },
  {
    name: 'a restart of the counters counts as requests without a key',
    file: 'lib/doctor/verdict.ts',
    find: 'const unkeyed = isSameRun && last.unkeyed !== null ?',
    replace: 'const unkeyed = last.unkeyed !== null ?',
    tests: ['lib/doctor/verdict.test.ts'],
  },
  {
    name: 'a new key map makes old failures look new',
    file: 'lib/doctor/verdict.ts',
    find: '(to < from ? to : to - from)',
    replace: 'to',
    tests: ['lib/doctor/verdict.test.ts'],
  },
];
