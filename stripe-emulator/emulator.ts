import type { AddressInfo } from 'node:net';
import { systemClock, type Clock } from './clock.ts';
import { createContext } from './context.ts';
import { loadContract } from './contract/contract.ts';
import { configureEndpoint, moveBaseUrl, seed } from './seed.ts';
import { createEmulatorServer, passTime } from './server.ts';
import { type DeliveryRecord } from './state.ts';
import { openMemory, openStore } from './store.ts';
import { createDeliverer } from './webhooks/delivery.ts';

/** The required prefix of keys, so that no real key is ever sent to the emulator. */
const KEY_PREFIX = 'sk_test_standin_';
const CHECK_EVERY_MS = 60_000;

export type EmulatorOptions = {
  /** 0 takes a free port. */
  port: number;
  /** DATA_DIR; the state is in its subfolder `stripe`. Null keeps the state in memory. */
  dir: string | null;
  apiKey: string;
  /** The first one signs the events. */
  webhookSecrets: string[];
  /** If null, events are neither delivered nor kept for delivery. */
  webhookUrl: string | null;
  appUrl: string;
  clock?: Clock;
  log?: (line: string) => void;
  /** Called after every attempt to deliver an event. */
  onAttempt?: (record: DeliveryRecord) => void;
};

/** Starts the emulator on 127.0.0.1. `close` ends it immediately; pending events are sent after the next start. */
export async function startEmulator(options: EmulatorOptions): Promise<{ port: number; close(): Promise<void> }> {
  const { apiKey, webhookSecrets, clock = systemClock, log = console.error } = options;
  const [secret] = webhookSecrets;
  if (!apiKey.startsWith(KEY_PREFIX)) throw new Error(`STRIPE_SECRET_KEY must begin with ${KEY_PREFIX}`);
  if (!secret) throw new Error('STRIPE_WEBHOOK_SECRET is missing');
  const contract = await loadContract();
  const store = options.dir === null ? openMemory() : openStore(options.dir);
  let configured = '';
  const deliverer = createDeliverer({
    store,
    clock,
    secretOf: (endpoint) => (endpoint === configured ? secret : (store.state.endpointSecrets[endpoint] ?? secret)),
    onAttempt: options.onAttempt,
  });
  let baseUrl = '';
  const ctx = createContext({
    store,
    contract,
    clock,
    baseUrl: () => baseUrl,
    enqueue: deliverer.enqueue,
    send: deliverer.pump,
  });
  const server = createEmulatorServer({ ctx, deliverer, apiKey, log });
  const port = await listen(server, options.port);
  baseUrl = `http://127.0.0.1:${port}`;
  ctx.transact(() => {
    if (store.isNew) seed(ctx, options.appUrl);
    moveBaseUrl(ctx, baseUrl);
    if (options.webhookUrl !== null) configured = configureEndpoint(ctx, options.webhookUrl);
  });
  deliverer.pump();
  const stopChecking = every(clock, () => passTime(ctx), log);

  return {
    port,
    async close() {
      stopChecking();
      deliverer.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: ReturnType<typeof createEmulatorServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Runs `work` every minute, so that time passes without requests, too. */
function every(clock: Clock, work: () => void, log: (line: string) => void): () => void {
  let cancel = () => {};
  const next = () => {
    cancel = clock.schedule(clock.now() + CHECK_EVERY_MS, () => {
      try {
        work();
      } catch (error) {
        log(`!!! STRIPE EMULATOR: ${error instanceof Error ? error.stack : String(error)}`);
      }
      next();
    });
  };
  next();
  return () => cancel();
}
