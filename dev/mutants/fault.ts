/** A planted mistake. `find` occurs exactly once in `file`; at least one of `tests` must fail after the replacement. */
export type Fault = {
  /** what goes wrong, in plain words */
  name: string;
  file: string;
  find: string;
  replace: string;
  tests: readonly string[];
};

/** Faults of one kind. `npm run test:mutants -- <text>` also finds them by the theme's name. */
export type Theme = { theme: string; faults: readonly Fault[] };

/** Plants a fault in a source text. Throws unless the text to find occurs exactly once. */
export function plant(source: string, { name, file, find, replace }: Fault): string {
  const count = source.split(find).length - 1;
  if (count !== 1) throw new Error(`"${name}": its text occurs ${count} times in ${file}, not once`);
  return source.replace(find, () => replace);
}
