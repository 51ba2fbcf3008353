'use client';

import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { SELECTIONS } from '#lib/usage/buckets.ts';
import { AGGREGATE } from './graph/graph.ts';
import { shortText } from '#components/layout/state/short-text.ts';

const VIEWS = ['chart', 'table'] as const;

const parsers = {
  period: parseAsStringLiteral(SELECTIONS).withDefault('24h'),
  from: shortText(60).withDefault(''),
  to: shortText(60).withDefault(''),
  compare: parseAsBoolean.withDefault(false),
  server: shortText(100).withDefault(AGGREGATE),
  view: parseAsStringLiteral(VIEWS).withDefault('chart'),
};

/** The view in the URL: period or range, server, chart or table. The layout needs QueryState. */
export const useUsageView = () => useQueryStates(parsers, { history: 'push' });
