import { expect } from '@playwright/test';
import type { Answer, HttpClient } from '../../support/http-client.ts';
import type { BillingStack } from '../../support/stacks/billing-stack.ts';
import type { Canaries } from './canaries.ts';

export type Walk = { stack: BillingStack; canaries: Canaries };

/** Sends a request and expects this status. A failure does not print the body, which may hold a secret. */
export async function call(client: HttpClient, path: string, json?: object, status = 200): Promise<Answer> {
  const answer = await client.send(path, json ? { json } : {});
  expect(answer.status, path).toBe(status);
  return answer;
}
