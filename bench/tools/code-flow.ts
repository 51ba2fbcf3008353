import { randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';

/** A provider's URLs, and where the form of its consent page goes. */
export type FlowSide = {
  authorize: string;
  token: string;
  clientId: string;
  authorization: string;
  form: (uid: string) => string;
  /** one browser for each connection */
  cookies: readonly string[];
};

const REDIRECT_URI = 'https://app.example/cb';
/** Our limit on logins counts IP addresses, so that a connection moves to another one before it is reached. */
const FLOWS_PER_ADDRESS = 50;
let addresses = 0;

/**
 * Whole logins per second: authorization request, consent page, decision, response and token request. Each connection
 * begins the next after the last. Throws unless each step succeeds.
 */
export async function codeFlows(side: FlowSide, seconds: number): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let count = 0;
  const browse = async (cookie: string) => {
    const jar = new Map(cookie ? [cookie.split(/=(.*)/s, 2) as [string, string]] : []);
    for (let agent = newAgent(), flows = 0; performance.now() < end; flows++, count++) {
      if (flows && flows % FLOWS_PER_ADDRESS === 0) {
        agent.destroy();
        agent = newAgent();
      }
      await logIn(side, jar, agent);
    }
  };
  await Promise.all(side.cookies.map(browse));
  return (count * 1000) / (performance.now() - start);
}

function newAgent(): Agent {
  addresses++;
  return new Agent({
    keepAlive: true,
    maxSockets: 1,
    localAddress: `127.2.${addresses >> 8}.${addresses & 255}`,
    family: 4,
  });
}

async function logIn(side: FlowSide, jar: Map<string, string>, agent: Agent): Promise<void> {
  const call = (url: string, status: number, body?: Record<string, string>, headers: Record<string, string> = {}) =>
    send(url, status, jar, agent, body, headers);
  const query = new URLSearchParams({
    client_id: side.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid',
    prompt: 'consent',
    state: randomBytes(16).toString('base64url'),
  });
  const page = await call(`${side.authorize}?${query}`, 303);
  await call(page.href, 200);
  const uid = page.searchParams.get('interaction') ?? page.pathname.split('/').at(-1) ?? '';
  const decision = { decision: 'authorize', shown_at: '0' };
  const resume = await call(side.form(uid), 303, decision, { 'sec-fetch-site': 'same-origin' });
  const answer = await call(resume.href, 303);
  const code = answer.searchParams.get('code');
  if (code === null) throw new Error(`no code: ${answer.search || answer.pathname}`);
  const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
  await call(side.token, 200, grant, { authorization: side.authorization });
}

/** Sends a request with the browser's cookies, reads the response, and returns where it redirects to. */
async function send(
  url: string,
  status: number,
  jar: Map<string, string>,
  agent: Agent,
  form: Record<string, string> | undefined,
  headers: Record<string, string>,
): Promise<URL> {
  const type = form && { 'content-type': 'application/x-www-form-urlencoded' };
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const init = { method: form ? 'POST' : 'GET', agent, headers: { accept: 'text/html', cookie, ...type, ...headers } };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, init, (answer) => void answer.resume().once('end', () => resolve(answer)))
      .once('error', reject)
      .end(form && new URLSearchParams(form).toString());
  });
  if (response.statusCode !== status) throw new Error(`${url}: ${response.statusCode} instead of ${status}`);
  for (const line of response.headers['set-cookie'] ?? []) {
    const [name = '', value = ''] = line.split(';', 1).join('').split(/=(.*)/s);
    if (value) jar.set(name, value);
    else jar.delete(name);
  }
  return new URL(response.headers.location ?? url, url);
}
