import type { Stack } from '#local/test-stack.ts';
import type { EmptyApp } from './empty-next.ts';
import type { Row } from './rows.ts';

/** A measurement in this folder, run on its own copy of the product. */
export type Program = {
  measure: (stack: Stack, emptyApp: () => Promise<EmptyApp>) => Promise<Row[]>;
  /** Adds sample users; otherwise the copy has only its admin. */
  seed?: 'demo';
  /** Fills the copy's database while none of the product's processes runs. */
  fill?: (databaseUrl: string) => Promise<void>;
};

/** By the name for `npm run bench -- <name>`, in the order of the results. Each is loaded when its turn comes. */
export const PROGRAMS: Record<string, () => Promise<Program>> = {
  start: () => import('./start.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  javascript: () => import('./javascript.ts'),
  throughput: () => import('./throughput.ts'),
  userstatus: () => import('./userstatus.ts'),
  overload: () => import('./overload.ts'),
  token: () => import('./token.ts'),
  login: () => import('./login.ts'),
  hostile: () => import('./hostile.ts'),
  'admin-users': () => import('./admin-users.ts'),
  usage: () => import('./usage.ts'),
  'usage-ranking': () => import('./usage-ranking.ts'),
  shifts: () => import('./shifts.ts'),
  'unknown-email': () => import('./unknown-email.ts'),
};

/** Names for several programs. */
export const GROUPS: Record<string, string[]> = { pages: ['lighthouse', 'javascript', 'throughput'] };
