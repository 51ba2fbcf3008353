'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { PERIODS } from '#lib/usage/buckets.ts';
import { AGGREGATE } from './graph.ts';

const VIEWS = ['chart', 'table'] as const;

const parsers = {
  period: parseAsStringLiteral(PERIODS).withDefault('24h'),
  server: parseAsString.withDefault(AGGREGATE),
  view: parseAsStringLiteral(VIEWS).withDefault('chart'),
};

/** The view in the URL: period, server, chart or table. The layout needs QueryState. */
export const useUsageView = () => useQueryStates(parsers, { history: 'push' });
