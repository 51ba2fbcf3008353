import { expect, test } from 'vitest';
import { z } from 'zod';
import { curlOf } from './curl.ts';
import { describeCall, type Method } from './described-call.ts';
import { openApiDocument } from './document.ts';

type Spec = Parameters<typeof describeCall>[2];
const command = (method: Method, path: string, spec: Omit<Spec, 'summary'>) => {
  const { paths } = openApiDocument([describeCall(method, path, { summary: 'Do it', ...spec })]);
  const operation = paths[path]?.[method.toLowerCase()];
  return operation && curlOf(method, path, operation, {}, 'https://shop.example');
};

test.each<[Method, string, Omit<Spec, 'summary'>, string]>([
  ['GET', '/userstatus', { access: 'user' }, 'curl -b cookies.txt https://shop.example/userstatus'],
  ['DELETE', '/account/api', { access: 'user' }, 'curl -X DELETE -b cookies.txt https://shop.example/account/api'],
  [
    'GET',
    '/api/storage/keys',
    { access: 'server' },
    'curl -u "$SERVER_NAME:$SERVER_TOKEN" https://shop.example/api/storage/keys',
  ],
  [
    'POST',
    '/account/api/key/rotate',
    { access: 'public', body: z.object({ grace: z.enum(['now', '1h']), note: z.string().optional() }) },
    `curl --json '{"grace":"now"}' https://shop.example/account/api/key/rotate`,
  ],
  [
    'POST',
    '/account/api/key',
    { access: 'public', body: z.object({ name: z.string().meta({ examples: ["O'Neil; reboot"] }) }) },
    String.raw`curl --json '{"name":"O'\''Neil; reboot"}' https://shop.example/account/api/key`,
  ],
  [
    'GET',
    '/usagegraph/{period}',
    {
      access: 'public',
      params: z.object({ period: z.string().meta({ examples: ['24h'] }) }),
      query: z.object({ a: z.string() }),
    },
    "curl 'https://shop.example/usagegraph/24h?a=%E2%80%A6'",
  ],
])('writes %s %s as a curl command', (method, path, spec, expected) => {
  expect(command(method, path, spec)).toBe(expected);
});
