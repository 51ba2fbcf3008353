/** @types/negotiator describes version 0.6, which had no `preferred`. */
declare module 'negotiator' {
  class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string | string[] | undefined>> });
    /** The coding that Accept-Encoding weights highest; among equals the first of `preferred`. RFC 9110 §12.5.3. */
    encoding<Coding extends string>(
      available: readonly Coding[],
      options: { preferred: readonly Coding[] },
    ): Coding | undefined;
  }
  export = Negotiator;
}
