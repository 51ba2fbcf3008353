import { SECOND } from '#lib/time.ts';
import type { Balancer } from '../support/stacks/balancer.ts';

type Step = { step: string; seconds: string; requests: number; failed: string };

/** Notes how long each step takes, and which requests fail during it. */
export function createSteps(balancer: Balancer) {
  const steps: Step[] = [];

  async function step(name: string, work: () => Promise<unknown>): Promise<void> {
    console.log(`▸ ${name}`);
    const [from, requests, failed] = [Date.now(), balancer.requests(), balancer.failures().length];
    await work();
    steps.push({
      step: name,
      seconds: ((Date.now() - from) / SECOND).toFixed(1),
      requests: balancer.requests() - requests,
      failed: summed(balancer.failures().slice(failed)),
    });
  }

  return { steps, step };
}

/** "3 × 502 ECONNREFUSED, 1 × cut short" */
export function summed(failures: readonly string[]): string {
  const counts = Map.groupBy(failures, (failure) => failure);
  return [...counts].map(([failure, same]) => `${same.length} × ${failure}`).join(', ');
}
