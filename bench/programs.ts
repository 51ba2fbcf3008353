import type { Stack } from '#dev/tests/test-stack.ts';
import type { Row } from './results.ts';
import type { EmptyApp } from './tools/empty-next.ts';

/** A measurement in bench/programs, run on its own copy of the product. */
export type Program = {
  measure: (stack: Stack, emptyApp: () => Promise<EmptyApp>) => Promise<Row[]>;
  /** Adds sample users; otherwise the copy has only its admin. */
  seed?: 'demo';
  /** Fills the copy's database while none of the product's processes runs. */
  fill?: (databaseUrl: string) => Promise<void>;
};

/**
 * The programs by their names in `npm run bench -- <name>`, in the order of the results. Each is loaded when its turn
 * comes.
 */
export const PROGRAMS: Record<string, () => Promise<Program>> = {
  start: () => import('./programs/start.ts'),
  lighthouse: () => import('./programs/lighthouse.ts'),
  javascript: () => import('./programs/javascript.ts'),
  throughput: () => import('./programs/throughput.ts'),
  userstatus: () => import('./programs/userstatus.ts'),
  overload: () => import('./programs/overload.ts'),
  token: () => import('./programs/token.ts'),
  oauth: () => import('./programs/oauth.ts'),
  login: () => import('./programs/login.ts'),
  hostile: () => import('./programs/hostile.ts'),
  'admin-users': () => import('./programs/admin-users.ts'),
  'ten-million-users': () => import('./programs/ten-million-users.ts'),
  audit: () => import('./programs/audit.ts'),
  usage: () => import('./programs/usage.ts'),
  'usage-ranking': () => import('./programs/usage-ranking.ts'),
  shifts: () => import('./programs/shifts.ts'),
  'green-light': () => import('./programs/green-light.ts'),
  'unknown-email': () => import('./programs/unknown-email.ts'),
};

/** Names that run several programs. */
export const GROUPS: Record<string, string[]> = { pages: ['lighthouse', 'javascript', 'throughput'] };
