import { z } from 'zod';

/** The platforms of the setup guide, in the order of its tabs. */
export const PLATFORMS = [
  'debian',
  'el',
  'freebsd',
  'mailcow',
  'docker-mailserver',
  'mailu',
  'nethserver',
  'nixos',
  'ansible',
  'other-filter',
] as const;
export type Platform = (typeof PLATFORMS)[number];

/** The path of a platform's archive. */
export const ArchivePath = z.object({ platform: z.enum(PLATFORMS) });

/** `free_feed=off` also turns off Rspamd's own rule; `servers=srv` finds the storage hosts by SRV records. */
export const ArchiveQuery = z.object({
  free_feed: z.enum(['on', 'off']).default('on'),
  servers: z.enum(['names', 'srv']).default('names'),
});
export type ArchiveInput = z.infer<typeof ArchivePath> & z.infer<typeof ArchiveQuery>;
