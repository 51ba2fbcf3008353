import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import { listSavedViews } from '#lib/admin/saved-views/saved-views.ts';
import type { SavedList } from '#lib/admin/saved-views/schema.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { parse, type Parsed } from '#lib/http/parse.ts';
import type { SearchParams } from '#lib/http/search-params.ts';
import { askedByPage, currentActor } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { SAVED_VIEWS } from './saved-views/saved-query.ts';

/** A query of the screen: its key in the browser, and a function that reads the same data on the server. */
export type FirstList = { key: readonly string[]; ask: (ctx: Context<Admin>) => Promise<unknown> };

type Url = Awaited<SearchParams>;
type ReadList<V> = { key: readonly string[]; load: (url: Url) => V; pageQuery: (view: V) => string };

/** The page of a list that the URL asks for, as the browser asks for it. */
export const listAt = <V, Q extends z.ZodType>(
  { key, load, pageQuery }: ReadList<V>,
  schema: Q,
  read: (ctx: Context<Admin>, query: Parsed<Q>) => Promise<unknown>,
  url: Url,
): FirstList => listOf(key, schema, read, pageQuery(load(url)));

/** A list with the query string that the browser sends to the list's endpoint. */
export const listOf = <Q extends z.ZodType>(
  key: readonly string[],
  schema: Q,
  read: (ctx: Context<Admin>, query: Parsed<Q>) => Promise<unknown>,
  query: string,
): FirstList => ({
  key: [...key, query],
  ask: (ctx) => read(ctx, parse(schema, Object.fromEntries(new URLSearchParams(query)), 'malformed')),
});

/** The caller's saved views of a list. */
export const savedViewsOf = (list: SavedList): FirstList => ({
  key: [...SAVED_VIEWS, list],
  ask: (ctx) => listSavedViews(ctx, { list }),
});

/**
 * Puts the first data of an admin's lists into the page's HTML, so that nothing moves while they load (P14). If a query
 * is refused, for example because its cursor belongs to another order, the browser repeats it and shows the error.
 */
export async function FirstLists({ lists, children }: { lists: readonly FirstList[]; children: ReactNode }) {
  const actor = await currentActor();
  if (actor.kind === 'anonymous' || actor.role !== 'admin') return null;
  const ctx = createContext({ headers: await headers() }, { ...actor, role: 'admin' });
  const answers = await askedByPage(Promise.all(lists.map((list) => answerOf(ctx, list))));
  return (
    <FirstAnswers answers={answers} at={ctx.now.getTime()}>
      {children}
    </FirstAnswers>
  );
}

async function answerOf(ctx: Context<Admin>, { key, ask }: FirstList) {
  try {
    return { key, data: await ask(ctx) };
  } catch (error) {
    if (error instanceof DomainError) return { key, data: undefined };
    throw error;
  }
}
