import type { Contacts } from '#lib/site.ts';
import type { Platform } from './schema.ts';

/** A file of a guide, with a mode and a group if others must not read it. */
export type GuideFile = {
  path: string;
  content: string;
  mode?: '0600' | '0640';
  group?: string;
  /** set if the file has weights of symbols, or an include of them, instead of rules */
  isWeights?: true;
};

/** What a guide depends on: the key, the servers, what the plan forbids, and whether the free feed stays on. */
export type GuideOptions = {
  publicKey: string;
  contacts: Contacts;
  forbiddenFlags: readonly number[];
  freeFeed: 'on' | 'off';
};

/** How to connect one platform. Commands run as root, unless `where` says otherwise. */
export type Guide = {
  /** its segment in URLs */
  id: Platform;
  name: string;
  /** the unit, service or container that runs Rspamd */
  service: string;
  /** where the commands run */
  where: string;
  /** complete files, including the key */
  files: readonly GuideFile[];
  /** one command that writes the files, checks the configuration and loads it */
  install: string;
  check: string;
  reload: string;
  /** one command that restores what was there before */
  undo: string;
  /** one sentence about how instructions for other platforms fail on this one */
  trap: string;
  /** the platform's own documentation of its layout */
  source: string;
};
