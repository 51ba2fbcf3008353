import { parseAsStringLiteral } from 'nuqs/server';
import { paths } from '#lib/base/paths.ts';
import { MINUTE } from '#lib/base/time.ts';
import { SILENT_AFTER_MS } from '#lib/storage/schema.ts';
import { defineList } from '../../_components/lists/define-list.ts';

/** The query key of the servers. */
export const SERVERS = ['admin', 'servers'];

export const texts = {
  loadFailed: 'Failed to load available servers.',
  forbidden: 'Failed to load available servers. You may not have admin privileges.',
} as const;

export const serversList = defineList({
  path: paths.adminServers,
  key: SERVERS,
  name: 'The list of servers',
  noun: 'server',
  parsers: { attention: parseAsStringLiteral(['silent']) },
  filters: ['attention'],
  failed: texts.loadFailed,
  none: {
    title: 'No storage servers',
    text: 'Create one for each host that runs the fuzzy storage. You get a command that enrols the agent on that host.',
  },
  noMatch: {
    title: 'No silent hosts',
    text: `The agent of every host has asked for keys in the last ${SILENT_AFTER_MS / MINUTE} minutes.`,
  },
});
