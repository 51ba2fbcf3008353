import type { Contacts } from '#lib/base/settings/site.ts';
import type { System } from '#lib/fuzzy-keys/setup/setup-files.ts';
import type { Platform } from './schema.ts';

/** A file of a guide, with a mode and a group if others must not read it. */
export type GuideFile = {
  path: string;
  content: string;
  mode?: '0600' | '0640';
  group?: string;
  /** set if the file has weights of symbols, or an include of them, instead of rules */
  isWeights?: true;
  /** set if the path may be a file of others, which only takes the content, one line between marks, at its end */
  line?: Line;
  /** set if the file is a script, which the guide does not show */
  isScript?: true;
  /** set if the owner changes the file, so that a second run leaves it alone */
  isOnce?: true;
};

/** How a file of others takes our line. */
export type Line = {
  text: string;
  /** the file of ours that the line includes, where the guide wrote it */
  includes: string;
  /** the file that takes the line instead if that has its own rules or weights, because they replace those of `path` */
  override?: string;
  /** what such a file then says at its beginning */
  key: 'rule' | 'symbols' | 'group' | 'none';
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
  /** one command that writes the files, checks what Rspamd has loaded then, and reloads; otherwise it changes nothing */
  install: string;
  check: string;
  reload: string;
  /** reads a message from stdin and prints its symbols */
  scan: string;
  /** one command that takes out what `install` wrote, and nothing else */
  undo: string;
  /** one sentence about how instructions for other platforms fail on this one */
  trap: string;
  /** where its packages of Rspamd come from: the stable repository, or the platform itself */
  packages: System | 'either' | 'own';
  /** the platform's own documentation of its layout */
  source: string;
};
