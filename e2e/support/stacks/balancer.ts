import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

type Target = { url: string; agent: Agent; isReady: boolean; forwarded: number };

/**
 * A minimal round-robin balancer over the instances whose /readyz last answered 200, asked every `interval` ms.
 * Retries no request: if an instance does not respond, the client gets a 502.
 */
export async function startBalancer(port: number, interval = 200) {
  const targets: Target[] = [];
  let next = 0;
  let cut = 0;
  const failures: string[] = [];
  let requests = 0;
  const ask = async (target: Target) => {
    target.isReady = await fetch(`${target.url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
      ({ ok }) => ok,
      // A timeout means slow, not dead: the target keeps its state.
      (error: unknown) => error instanceof Error && error.name === 'TimeoutError' && target.isReady,
    );
  };
  const asking = setInterval(() => void Promise.all(targets.map(ask)), interval);

  const server = createServer({ keepAliveTimeout: 75_000 }, (req, res) => {
    requests += 1;
    let reason = '';
    res.once('close', () => {
      if (!res.writableFinished) failures.push('cut short');
      else if (res.statusCode >= 500) failures.push(`${res.statusCode} ${reason}`.trim());
    });
    const ready = targets.filter(({ isReady }) => isReady);
    const target = ready[next++ % Math.max(1, ready.length)];
    if (!target) {
      reason = 'no instance is ready';
      return void res.writeHead(502).end(reason);
    }
    target.forwarded += 1;
    forward(target, req, res, (code) => {
      reason = code;
      if (code !== 'ECONNREFUSED') cut += 1;
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));

  return {
    url: `http://localhost:${port}`,
    async add(url: string): Promise<void> {
      const target = { url, agent: new Agent({ keepAlive: true }), isReady: false, forwarded: 0 };
      targets.push(target);
      await ask(target);
    },
    /** How many requests were accepted by an instance but not answered. */
    cut: () => cut,
    requests: () => requests,
    /** For each request that failed: the status, from 500 up, and the error; or 'cut short' without a complete response. */
    failures: (): readonly string[] => failures,
    /** Whether any instance is ready. */
    isOpen: () => targets.some(({ isReady }) => isReady),
    isReady: (url: string) => targets.some((target) => target.url === url && target.isReady),
    /** How many requests were forwarded to this instance so far. */
    forwarded: (url: string) => targets.find((target) => target.url === url)?.forwarded ?? 0,
    async stop(): Promise<void> {
      clearInterval(asking);
      for (const { agent } of targets) agent.destroy();
      await new Promise((resolve) => server.close(resolve).closeAllConnections());
    },
  };
}
export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

type OnError = (code: string) => void;

function forward({ url, agent }: Target, req: IncomingMessage, res: ServerResponse, onError: OnError) {
  const { hostname, port } = new URL(url);
  const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = req.headers;
  headers['x-forwarded-for'] = req.socket.remoteAddress ?? '';
  const options = { hostname, port, agent, family: 4, method: req.method, path: req.url, headers };
  const upstream = request(options, (answer) => {
    const { connection: _upstream, 'keep-alive': _theirs, ...received } = answer.headers;
    res.writeHead(answer.statusCode ?? 502, received);
    answer.pipe(res);
    answer.once('error', () => {
      onError('no end');
      res.destroy();
    });
  });
  upstream.once('error', (error: NodeJS.ErrnoException) => {
    onError(error.code ?? error.message);
    if (res.headersSent) return void res.destroy();
    res.writeHead(502).end(error.message);
  });
  req.pipe(upstream);
}
