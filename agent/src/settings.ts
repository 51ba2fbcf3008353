import path from 'node:path';
import { EXIT, Failure } from './system/failure.ts';

type Environment = Record<string, string | undefined>;

/** How Rspamd reads the keys: from a map, or from its configuration. */
export type Form = 'map' | 'static';
export type Settings = ReturnType<typeof readSettings>;

/** Reads the settings (README.md). Throws a Failure with exit code 2 that names what is wrong. */
export function readSettings(env: Environment) {
  const portal = readPortal(env);
  const name = needed(env, 'SERVER_NAME');
  if (!SERVER_NAME.test(name)) throw wrongSettings('SERVER_NAME is not a valid server name');
  if (!env.SERVER_TOKEN && !env.SERVER_TOKEN_FILE) throw wrongSettings('SERVER_TOKEN or SERVER_TOKEN_FILE is not set');
  const form = formOf(env.KEYS_FORM || 'map');
  const stateDir = env.STATE_DIR || env.STATE_DIRECTORY || '/var/lib/rspamd-premium-agent';
  return {
    portal,
    name,
    token: env.SERVER_TOKEN || null,
    tokenFile: env.SERVER_TOKEN_FILE || null,
    form,
    stateDir,
    keysFile: env.KEYS_FILE || path.join(stateDir, form === 'map' ? 'keys.json' : 'keypairs.conf'),
    socket: env.RSPAMD_SOCKET || '/var/lib/rspamd/rspamd.sock',
    rspamadm: env.RSPAMADM || 'rspamadm',
    rspamdVersion: env.RSPAMD_VERSION || null,
    fuzzystatCommand: env.FUZZYSTAT_COMMAND || null,
    reloadCommand: env.RELOAD_COMMAND || null,
    controller: env.CONTROLLER_URL ? controllerOf(env.CONTROLLER_URL) : null,
    sourcesSecretFile: env.SOURCES_SECRET_FILE || null,
    collectMs: positive(env, 'COLLECT_SECONDS', 60) * 1000,
    mapMs: positive(env, 'MAP_SECONDS', 10) * 1000,
    sourcesMs: positive(env, 'SOURCES_SECONDS', 300) * 1000,
    spoolBytes: positive(env, 'SPOOL_MB', 256) * 1024 * 1024,
  };
}

export const SERVER_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** The portal's URL without a slash at its end. */
export const readPortal = (env: Environment): string => portalOf(needed(env, 'PORTAL_URL'));

export const wrongSettings = (message: string): Failure => new Failure(message, { exitCode: EXIT.settings });

function needed(env: Environment, name: string): string {
  const value = env[name]?.trim();
  if (!value) throw wrongSettings(`${name} is not set`);
  return value;
}

function positive(env: Environment, name: string, otherwise: number): number {
  const value = env[name] ? Number(env[name]) : otherwise;
  if (!Number.isFinite(value) || value <= 0) throw wrongSettings(`${name} is not a number above 0`);
  return value;
}

function formOf(text: string): Form {
  if (text !== 'map' && text !== 'static') throw wrongSettings('KEYS_FORM is neither map nor static');
  return text;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Rspamd lets loopback learn without a password (`secure_ip`), and no other host should reach the controller. */
function controllerOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' || !LOOPBACK.test(url.hostname) || url.href !== `${url.origin}/`)
    throw wrongSettings('CONTROLLER_URL must be http:// on loopback, like http://127.0.0.1:11334');
  return url.origin;
}

/** Every request carries credentials, so http is allowed on loopback only. */
function portalOf(text: string): string {
  if (!URL.canParse(text)) throw wrongSettings('PORTAL_URL is not a URL');
  const url = new URL(text);
  const isLoopback = LOOPBACK.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback))
    throw wrongSettings('PORTAL_URL must begin with https:// (http:// on loopback only)');
  if (url.username || url.password || url.search || url.hash)
    throw wrongSettings('PORTAL_URL must not contain credentials, a query or a fragment');
  return url.href.replace(/\/+$/, '');
}
