import { createLoader, parseAsStringLiteral } from 'nuqs/server';

export const PARSERS = { attention: parseAsStringLiteral(['silent']) };

/** Reads the view from a page's query. */
export const loadServersView = createLoader(PARSERS);

/** The query of `GET admin/api/servers`. */
export const serversQuery = ({ attention }: { attention: 'silent' | null }): string =>
  attention ? `attention=${attention}` : '';
