import { afterEach, expect, test, vi } from 'vitest';
import { callApi } from './api-client.ts';

const answerWith = (body: string, init: ResponseInit = {}) =>
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => Promise.resolve(new Response(body, init))),
  );

afterEach(() => vi.unstubAllGlobals());

test('returns the JSON body of a successful response', async () => {
  answerWith('{"status":"ok"}');
  await expect(callApi('GET /account/api/sessions')).resolves.toEqual({ status: 'ok' });
});

test('rejects with the text, code, fields, request id and Retry-After of an error response', async () => {
  answerWith('{"error":"No.","code":"weak_password","request_id":"r-1","fields":{"password":"Longer."}}', {
    status: 422,
    headers: { 'retry-after': '7' },
  });
  await expect(callApi('POST /verify/resend', { body: { email: 'a@b.example' } })).rejects.toMatchObject({
    message: 'No.',
    status: 422,
    code: 'weak_password',
    requestId: 'r-1',
    retryAfterSeconds: 7,
    fields: { password: 'Longer.' },
  });
});

test.each([
  ['', 'empty'],
  ['<html>', 'not JSON'],
  ['{}', 'no error field'],
  ['{"error":7}', 'error is not a string'],
  ['null', 'null'],
])("reports an error response with body %j (%s) as 'HTTP {status}: {statusText}'", async (body) => {
  answerWith(body, { status: 502, statusText: 'Bad Gateway' });
  await expect(callApi('GET /account/api/sessions')).rejects.toMatchObject({
    message: 'HTTP 502: Bad Gateway',
    status: 502,
    code: 'unknown',
  });
});

test.each(['', '<!doctype html>', '{'])(
  "rejects a success that is not JSON (%j) with 'Invalid JSON response from server'",
  async (body) => {
    answerWith(body);
    await expect(callApi('GET /account/api/sessions')).rejects.toMatchObject({
      message: 'Invalid JSON response from server',
      status: 200,
    });
  },
);

test('reports a missing response as a network failure', async () => {
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('fetch failed')));
  await expect(callApi('GET /account/api/sessions')).rejects.toMatchObject({ code: 'network', status: 0 });
});

test('sends params in the path, the query without undefined values, and the body as JSON', async () => {
  answerWith('{}');
  await callApi('GET /admin/usagegraph/{keyId}/{duration}', {
    params: { keyId: 'a/b', duration: '24h' },
    query: { server_id: 0 },
  });
  await callApi('GET /admin/api/users', { query: { search: 'a b&c', cursor: undefined } });
  await callApi('POST /logout');
  await callApi('DELETE /account/api/sessions');
  const sent = vi.mocked(fetch).mock.calls.map(([path, init]) => [path, init?.method, init?.body]);
  expect(sent).toEqual([
    ['/admin/usagegraph/a%2Fb/24h?server_id=0', 'GET', undefined],
    ['/admin/api/users?search=a+b%26c', 'GET', undefined],
    ['/logout', 'POST', '{}'],
    ['/account/api/sessions', 'DELETE', undefined],
  ]);
});
