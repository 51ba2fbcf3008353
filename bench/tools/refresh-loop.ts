import { Agent, request } from 'node:http';

type Load = { url: string; authorization: string; tokens: readonly string[]; seconds: number };

/**
 * Renews each refresh token repeatedly on its own connection, with the token of the last response. Returns renewals per
 * second and the tokens to continue with. Throws unless the status is 200.
 */
export async function refreshLoop({
  seconds,
  tokens,
  ...call
}: Load): Promise<{ perSecond: number; tokens: string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length });
  const start = performance.now();
  const end = start + seconds * 1000;
  let count = 0;
  const chain = async (token: string) => {
    for (; performance.now() < end; count++) token = await renew(call, token, agent);
    return token;
  };
  const last = await Promise.all(tokens.map(chain));
  agent.destroy();
  return { perSecond: (count * 1000) / (performance.now() - start), tokens: last };
}

function renew({ url, authorization }: Pick<Load, 'url' | 'authorization'>, token: string, agent: Agent) {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }).toString();
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise<string>((resolve, reject) => {
    request(url, { method: 'POST', headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url}: ${response.statusCode} ${text}`));
        resolve((JSON.parse(text) as { refresh_token: string }).refresh_token);
      });
    })
      .once('error', reject)
      .end(body);
  });
}
