import type { Stack } from '#local/test-stack.ts';
import type { EmptyApp } from './empty-next.ts';
import type { Row } from './rows.ts';

/** A file of this folder: what it measures on a copy of the product that nobody else uses. */
export type Program = {
  measure: (stack: Stack, emptyApp: () => Promise<EmptyApp>) => Promise<Row[]>;
  /** With sample people; otherwise the copy has its admin and nothing else. */
  seed?: 'demo';
  /** Fills the copy's database while none of the product's processes runs. */
  fill?: (databaseUrl: string) => Promise<void>;
};

/** `npm run bench -- <name>`; the results keep this order. A program is loaded when it is its turn. */
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

/** Names for several of them. */
export const GROUPS: Record<string, string[]> = { pages: ['lighthouse', 'javascript', 'throughput'] };
