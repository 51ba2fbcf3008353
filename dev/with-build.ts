/**
 * `node dev/run.mjs dev/with-build.ts <program> [argument…]` generates and builds what has changed, the agent included, then runs a program
 * that imports generated code.
 */
import path from 'node:path';
import { ensureAgent, ensureBuild, ensureGenerated } from './stack/build.ts';
import { root } from './stack/folders.ts';
import { createSupervisor } from './stack/supervisor.ts';
import { cleanEnvironment } from './tests/test-stack.ts';

const [program = ''] = process.argv.splice(2, 1);
const { task } = createSupervisor(console.error);
await ensureGenerated(task, cleanEnvironment());
await ensureBuild(task, cleanEnvironment());
await ensureAgent(task, cleanEnvironment());
await import(path.join(root, program));
