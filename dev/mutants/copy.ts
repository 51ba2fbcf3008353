import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../stack/folders.ts';
import { plant, type Fault } from './fault.ts';

/** Paths that git ignores and tests need. */
const GENERATED = ['generated', 'agent/dist', 'next-env.d.ts'];

/** Copies the sources and the generated code into a folder. The packages are linked. */
export function copySources(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const files = listed
    .toString()
    .split('\0')
    .filter((file) => file && existsSync(path.join(root, file)));
  for (const file of [...files, ...GENERATED.filter((name) => existsSync(path.join(root, name)))])
    cpSync(path.join(root, file), path.join(to, file), { recursive: true });
  mkdirSync(to, { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(to, 'node_modules'));
}

/** Plants a fault in a copy while `work` runs. */
export async function whilePlanted<T>(copy: string, fault: Fault, work: () => Promise<T>): Promise<T> {
  const file = path.join(copy, fault.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, plant(source, fault));
  try {
    bundleAgent(copy, fault);
    return await work();
  } finally {
    writeFileSync(file, source);
    bundleAgent(copy, fault);
  }
}

/** Rebuilds the agent's bundle if the fault is in its source, because the agent's tests run the bundle. */
function bundleAgent(copy: string, { file }: Fault): void {
  if (file.startsWith('agent/src/')) execFileSync(process.execPath, ['agent/build.ts'], { cwd: copy });
}
