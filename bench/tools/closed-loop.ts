import { Agent, request } from 'node:http';

type Load = {
  url: string;
  headers: Record<string, string>;
  method?: string;
  body?: string;
  status: number;
  connections: number;
  seconds: number;
  /** The parts that differ from request to request. */
  vary?: (n: number) => Pick<Call, 'headers' | 'body'>;
};

/** Responses per second when each connection sends its next request after a response. Throws for any other status. */
export async function closedLoop({ seconds, connections, vary, ...call }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const end = start + seconds * 1000;
  let count = 0;
  let begun = 0;
  const ask = async () => {
    for (; performance.now() < end; count++) await answer({ ...call, ...vary?.(begun++) }, agent);
  };
  await Promise.all(Array.from({ length: connections }, ask));
  agent.destroy();
  return (count * 1000) / (performance.now() - start);
}

type Call = Omit<Load, 'connections' | 'seconds' | 'vary'>;

/** Sends one request and reads the whole response. Throws for any other status. */
export function answer({ url, headers, status, method = 'GET', body }: Call, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === status) resolve();
        else reject(new Error(`${url}: ${response.statusCode} instead of ${status}`));
      });
    })
      .once('error', reject)
      .end(body);
  });
}
