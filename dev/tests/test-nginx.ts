import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { freePort, isListening } from '../stack/ports.ts';
import { until } from '../stack/process.ts';

/** Whether nginx can run here. It must be started as root, and drops its privileges itself. */
export const hasNginx = spawnSync('which', ['nginx']).status === 0 && process.getuid?.() === 0;

/** A configuration file of the project, the operator's changes to it, and additions to its `http` block. */
type Configuration = { file: string; changes: readonly [RegExp, string][]; inHttp?: string };
export type TestNginx = {
  folder: string;
  start: (configuration: Configuration) => Promise<string>;
  stop: () => Promise<void>;
};

/** An nginx in its own folder. `start` returns its origin. */
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
      const nginx = execa('nginx', ['-c', main, '-p', folder], { stdio: 'inherit', reject: false });
      end = async () => {
        nginx.kill();
        await nginx;
      };
      if (!(await until(() => isListening(port), 10_000))) throw new Error('nginx did not start');
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
  if (text.search(pattern) < 0) throw new Error(`the configuration does not match ${pattern}`);
  return text.replace(pattern, by);
}
