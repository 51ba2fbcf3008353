import type { DeskQuery } from '#lib/hash-reports/schema.ts';

export type DeskState = DeskQuery['state'];
export type DeskTab = DeskState | 'refusals';

/** The query key of all lists of reports. */
export const DESK = ['admin', 'hash-reports'] as const;
export const deskKey = (state: DeskState): readonly string[] => [...DESK, state];

/** The query key of all searches in the refusal list. */
export const REFUSALS = ['admin', 'hash-refusals'] as const;
export const refusalsKey = (search: string): readonly string[] => [...REFUSALS, search];

/** The first page of a list whose further pages are read on demand. */
export const firstPage = <D>(page: D) => ({ pages: [page], pageParams: [null] });
