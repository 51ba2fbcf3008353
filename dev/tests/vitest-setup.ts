import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startTemplateCluster } from './template-cluster.ts';

/** Starts one throw-away cluster for the whole run. lib/testing/database.ts copies its template once per test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The runs of dev/mutants share one cluster.
  const { TEST_CLUSTER } = process.env;
  if (TEST_CLUSTER) {
    project.provide('postgres', JSON.parse(TEST_CLUSTER) as ProvidedContext['postgres']);
    return async () => {};
  }
  const { postgres, stop } = await startTemplateCluster('vitest');
  project.provide('postgres', postgres);
  return stop;
}
