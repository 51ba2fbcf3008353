'use client';

import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { RenderedAt } from '#components/ui/data/use-minute.tsx';

type FirstAnswersProps = {
  /** An answer whose data is undefined is left to the browser. */
  answers: readonly { key: QueryKey; data: unknown }[];
  /** when the server read the data, in Unix milliseconds */
  at: number;
  children: ReactNode;
};

/**
 * Provides initial data for the queries below it, in the server's HTML, too. Unlike TanStack's HydrationBoundary it
 * also fills queries that a component above it, such as the product bar, has started without data. Data that the browser
 * has stays: the times of two clocks do not say which is newer, and Back shows a page with the data of its first visit.
 */
export function FirstAnswers({ answers, at, children }: FirstAnswersProps) {
  const client = useQueryClient();
  useState(() => {
    for (const { key, data } of answers)
      if (client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt: at });
  });
  return <RenderedAt at={at}>{children}</RenderedAt>;
}
