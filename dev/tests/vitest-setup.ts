import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startTemplateCluster } from './template-cluster.ts';

const shared = globalThis as { testCluster?: ReturnType<typeof startTemplateCluster> | undefined };

/**
 * Starts one throw-away cluster for all projects of a run. lib/testing/database.ts copies its template once per test
 * file.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // `npm test` starts the cluster itself.
  const { TEST_CLUSTER } = process.env;
  if (TEST_CLUSTER) {
    project.provide('postgres', JSON.parse(TEST_CLUSTER) as ProvidedContext['postgres']);
    return async () => {};
  }
  const { postgres, stop } = await (shared.testCluster ??= startTemplateCluster('vitest'));
  project.provide('postgres', postgres);
  return async () => {
    if (!shared.testCluster) return; // another project has stopped it
    shared.testCluster = undefined;
    await stop();
  };
}
