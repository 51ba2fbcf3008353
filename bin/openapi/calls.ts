import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { CALLS_BY_HAND } from '#lib/openapi/by-hand.ts';
import { describeCall, METHODS, type DescribedCall } from '#lib/openapi/described-call.ts';
import type { CallSpec } from '#lib/routes/route.ts';
import { openApiPathOf } from './url-of.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** This route imports the description that is generated here, so it is not loaded but described in CALLS_BY_HAND. */
const SERVES_THE_DESCRIPTION = 'app/api/openapi.json/route.ts';

/** Every endpoint with its zod schemas: the handlers under app/, which are loaded here, and CALLS_BY_HAND. */
export async function readCalls(): Promise<DescribedCall[]> {
  await nameViews();
  const files = globSync('app/**/route.ts', { cwd: root, exclude: [SERVES_THE_DESCRIPTION] }).toSorted();
  const calls = await Promise.all(files.map(callsIn));
  return [...calls.flat(), ...CALLS_BY_HAND];
}

async function callsIn(file: string): Promise<DescribedCall[]> {
  const handlers = await load(file);
  return METHODS.flatMap((method) => {
    const handler = handlers[method];
    return isDescribed(handler) ? [describeCall(method, openApiPathOf(file), handler.spec)] : [];
  });
}

const isDescribed = (handler: unknown): handler is { spec: CallSpec } =>
  typeof handler === 'function' && 'spec' in handler;

const load = async (file: string) =>
  (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>;

/** Registers every schema of lib/<domain>/views.ts under its export name, so that the document defines it once. */
async function nameViews(): Promise<void> {
  const files = globSync('lib/*/views.ts', { cwd: root }).toSorted();
  const named = (await Promise.all(files.map(load))).flatMap((views) => Object.entries(views));
  for (const [id, schema] of named)
    if (schema instanceof z.ZodType) z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
}
