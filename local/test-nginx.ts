import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, isListening } from './ports.ts';
import { until } from './process.ts';

/** Whether Debian's nginx can be run here: it drops root's rights itself, so it wants to be started with them. */
export const hasNginx = spawnSync('which', ['nginx']).status === 0 && process.getuid?.() === 0;

/** A configuration of ours, what is the operator's to change in it, and what a test adds to its `http` block. */
type Configuration = { file: string; changes: readonly [RegExp, string][]; inHttp?: string };
export type TestNginx = {
  folder: string;
  start: (configuration: Configuration) => Promise<string>;
  stop: () => Promise<void>;
};

/** An nginx in a folder of its own. `start` answers its origin. */
export function createNginx(): TestNginx {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-test-'));
  chmodSync(folder, 0o755);
  let end = async () => {};
  return {
    folder,
    async start({ file, changes, inHttp = '' }) {
      const port = await freePort();
      const listen: [RegExp, string] = [/listen 443 ssl;/, `listen 127.0.0.1:${port};`];
      const text = [...changes, listen, WITHOUT_TLS].reduce(changed, readFileSync(file, 'utf8'));
      const main = path.join(folder, 'nginx.conf');
      const frame = `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}`;
      writeFileSync(main, `${frame} http { ${inHttp}\n${text} }\n`);
      const nginx = spawn('nginx', ['-c', main, '-p', folder], { stdio: 'inherit' });
      end = async () => {
        nginx.kill('SIGTERM');
        await until(() => nginx.exitCode !== null || nginx.signalCode !== null, 5000);
      };
      if (!(await until(() => isListening(port), 10_000))) throw new Error('nginx does not start');
      return `http://127.0.0.1:${port}`;
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const WITHOUT_TLS: [RegExp, string] = [/ssl_certificate\S* .*\n/g, ''];

function changed(text: string, [pattern, by]: readonly [RegExp, string]): string {
  if (text.search(pattern) < 0) throw new Error(`nothing in the configuration is like ${pattern}`);
  return text.replace(pattern, by);
}
