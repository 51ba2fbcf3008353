import { expect } from '@playwright/test';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { Answer, HttpClient } from '../../support/http-client.ts';
import type { BillingStack } from '../../support/stacks/billing-stack.ts';

export type Walk = { stack: BillingStack; canaries: Canaries };

/** Sends a request and expects this status. A failure does not print the body, which may hold a secret. */
export async function call(client: HttpClient, path: string, json?: object, status = 200): Promise<Answer> {
  const answer = await client.send(path, json ? { json } : {});
  expect(answer.status, path).toBe(status);
  return answer;
}

/** The secrets that a walk through the product collects, by name. */
export class Canaries {
  private readonly values = new Map<string, (text: string) => boolean>();

  /** Remembers a secret and returns it. Fails the test if it has fewer than 6 characters. */
  keep(name: string, value: string | null | undefined): string {
    expect(value ?? '', name).toMatch(/^.{6,}$/s);
    this.values.set(`${name} (${this.values.size})`, finderOf(value ?? ''));
    return value ?? '';
  }

  get size() {
    return this.values.size;
  }

  /** The names of the secrets in a text, whether plain, URL-encoded, JSON-escaped or hexadecimal. */
  namesIn(text: string): string[] {
    return [...this.values].filter(([, isIn]) => isIn(text)).map(([name]) => name);
  }
}

/** Finds a secret in a text in any of its forms. A 6-digit code must not be part of a longer number or word. */
function finderOf(value: string): (text: string) => boolean {
  if (/^\d{6}$/.test(value)) {
    const code = new RegExp(`(?<![\\w.-])${value}(?![\\w.-])`);
    return (text) => code.test(text);
  }
  const hex = Buffer.from(value).toString('hex');
  const forms = [...new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), hex])];
  return (text) => forms.some((form) => text.includes(form));
}

/** The product's own secrets, except the admin's password, which is printed at the start. */
export const ownSecrets = (dataDir: string) =>
  Object.entries(parseEnv(readFileSync(path.join(dataDir, 'secrets.env'), 'utf8'))).flatMap(([name, value]) =>
    name === 'ADMIN_PASSWORD' || !value ? [] : [[name, value] as const],
  );

/** The files of a data folder, except the database, the data of the emulators and the files that hold the secrets. */
export function logFiles(dataDir: string): string[] {
  const keepers = /^(secrets\.env|runtime\.json|start\.lock|postgres\/(data\/|password$)|mail\/|stripe\/)/;
  return globSync('**/*', { cwd: dataDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)))
    .filter((file) => !keepers.test(file))
    .map((file) => path.join(dataDir, file));
}
