import type { z } from 'zod';
import type { Handlers } from '#generated/api.ts';

/** Every endpoint made by `route()`, such as `GET /account/api/sessions`. */
export type Endpoint = keyof {
  [E in keyof Handlers as Handlers[E] extends { spec: object } ? E : never]: true;
};
type Part<E extends Endpoint, Name extends 'params' | 'query' | 'body' | 'answer'> = Handlers[E] extends {
  spec: { [N in Name]?: infer S };
}
  ? NonNullable<S>
  : never;

/** The type of a value after a round trip through JSON: dates become strings. */
type Json<T> = T extends Date
  ? string
  : T extends readonly (infer U)[]
    ? Json<U>[]
    : T extends object
      ? { [N in keyof T]: Json<T[N]> }
      : T;
/** The JSON body of a 200 response. */
export type AnswerOf<E extends Endpoint> = [Part<E, 'answer'>] extends [never]
  ? unknown
  : Json<z.output<Part<E, 'answer'>>>;

type Value = string | number | boolean | undefined;
/** Fields that `z.preprocess` gives the input type unknown. A caller sends them in their output type. */
type Open<I> = { [N in keyof I]-?: unknown extends I[N] ? N : never }[keyof I];
type Sent<S extends z.ZodType> = Omit<z.input<S>, Open<z.input<S>>> &
  Partial<Pick<z.output<S>, Open<z.input<S>> & keyof z.output<S>>>;
type Params<S> = [S] extends [never] ? object : { params: { [N in keyof z.input<S>]: string | number } };
type Query<S> = [S] extends [never] ? object : { query?: URLSearchParams | { [N in keyof z.input<S>]?: Value } };
type Body<S> = [S] extends [never]
  ? object
  : S extends z.ZodType
    ? undefined extends z.input<S>
      ? { body?: Sent<S> }
      : { body: Sent<S> }
    : never;
/** The input of an endpoint, derived from its specification. */
export type InputOf<E extends Endpoint> = Params<Part<E, 'params'>> &
  Query<Part<E, 'query'>> &
  Body<Part<E, 'body'>> & { headers?: Readonly<Record<string, string>> };
