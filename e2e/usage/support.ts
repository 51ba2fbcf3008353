import type { Page } from '@playwright/test';
import { db } from '#lib/base/db/db.ts';
import { HOUR } from '#lib/base/time.ts';
import { createKeyRow, createSubscriptionRow, createUsageRows } from '#lib/testing/factories.ts';
import { BUCKET_MS, floorTo } from '#lib/usage/buckets.ts';

/** Gives a user a Personal plan (4,000 requests a day for one unit) and its key; returns the id of the key's row. */
export async function subscribe(userId: string, quantity = 1): Promise<number> {
  const subscription = await createSubscriptionRow(db(), { accountId: userId, quantity });
  const key = await createKeyRow(db(), { accountId: userId, subscriptionId: subscription.id, quantity, rankId: 20 });
  return key.id;
}

type Counts = { checked: number; hits?: number; errors?: number };

/** Stores one report of a server for the 10-minute bucket `hoursAgo`. */
export async function report(key: number, server: number, hoursAgo: number, counts: Counts): Promise<void> {
  const bucket = floorTo(new Date(Date.now() - hoursAgo * HOUR), BUCKET_MS);
  await createUsageRows(db(), { key, server }, [{ bucket, hits: 0, errors: 0, ...counts }]);
}

export const serverName = async (id: number): Promise<string> =>
  (await db().storageServer.findUniqueOrThrow({ where: { id } })).name;

export const usagePanel = (page: Page) => page.getByRole('region', { name: 'Usage statistics' });

/** The response to a request that failed on the server. */
export const BROKEN = {
  status: 500,
  json: { error: 'Something went wrong.', code: 'internal', request_id: 'of-the-test' },
};

type Value = number | null;

/** A usagegraph response with these values as `checked`, one per hour, and no hits or errors. */
export function answerOf(graphs: Record<string, readonly Value[]>) {
  const toGraph = (values: readonly Value[]) => {
    const zeros = values.map((value) => value && 0);
    const start = floorTo(new Date(), BUCKET_MS).getTime() + BUCKET_MS - values.length * HOUR;
    return {
      series: [
        { name: 'checked', data: values },
        { name: 'hits', data: zeros },
        { name: 'errors', data: zeros },
      ],
      legend: { selected: { checked: true, hits: true, errors: true } },
      xAxis: { data: values.map((_, index) => new Date(start + index * HOUR).toISOString()) },
    };
  };
  return Object.fromEntries(Object.entries(graphs).map(([name, values]) => [name, toGraph(values)]));
}

/** Answers every usage request with `answer`, so that the sample data of a development copy never appears. */
export async function answerUsage(page: Page, answer: { status?: number; json: unknown }): Promise<void> {
  await page.route('**/usagegraph/**', (route) => route.fulfill(answer));
}
