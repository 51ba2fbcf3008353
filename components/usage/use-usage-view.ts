'use client';

import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { SELECTIONS } from '#lib/usage/buckets.ts';
import { AGGREGATE } from './graph/graph.ts';

const VIEWS = ['chart', 'table'] as const;

const parsers = {
  period: parseAsStringLiteral(SELECTIONS).withDefault('24h'),
  from: parseAsString.withDefault(''),
  to: parseAsString.withDefault(''),
  compare: parseAsBoolean.withDefault(false),
  server: parseAsString.withDefault(AGGREGATE),
  view: parseAsStringLiteral(VIEWS).withDefault('chart'),
};

/** The view in the URL: period or range, server, chart or table. The layout needs QueryState. */
export const useUsageView = () => useQueryStates(parsers, { history: 'push' });
