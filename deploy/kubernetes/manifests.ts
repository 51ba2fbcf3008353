/** Reads the manifests of this folder for the tests. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

export type Manifest = { file: string; apiVersion: string; kind: string; name: string; content: unknown };

/** The value at these nested keys, or undefined. */
export function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    value,
  );
}
/** The text at a dotted path. Throws if the value is not a text. */
export function textAt(value: unknown, dotted: string): string {
  const found = at(value, ...dotted.split('.'));
  if (typeof found !== 'string') throw new TypeError(`${dotted} is not a text`);
  return found;
}
/** The items at a dotted path; an empty list if the path is missing. */
export function listAt(value: unknown, dotted: string): unknown[] {
  const found = at(value, ...dotted.split('.')) ?? [];
  if (!Array.isArray(found)) throw new TypeError(`${dotted} is not a list`);
  return found;
}
/** The keys and values at a dotted path; an empty list if the path is missing. */
export function entriesAt(value: unknown, dotted: string): [string, unknown][] {
  return Object.entries(at(value, ...dotted.split('.')) ?? {});
}

/** Every manifest of every file. Throws if a file is not valid YAML. */
export const manifests: readonly Manifest[] = globSync('*.yaml', { cwd: import.meta.dirname })
  .sort()
  .flatMap((file) =>
    parseAllDocuments(readFileSync(path.join(import.meta.dirname, file), 'utf8')).map((document) => {
      const problems = [...document.errors, ...document.warnings].map(({ message }) => message);
      if (problems.length) throw new Error(`${file}: ${problems.join('\n')}`);
      const content: unknown = document.toJS();
      const [apiVersion, kind] = [textAt(content, 'apiVersion'), textAt(content, 'kind')];
      return { file, apiVersion, kind, name: textAt(content, 'metadata.name'), content };
    }),
  );

export const ofKind = (kind: string): Manifest[] => manifests.filter((each) => each.kind === kind);

export function find(kind: string, name: string): unknown {
  const found = ofKind(kind).find((each) => each.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found.content;
}

/** The pods that the deployments and the job create. */
export const pods = [...ofKind('Deployment'), ...ofKind('Job')].map(({ name, content }) => ({
  name,
  labels: Object.fromEntries(entriesAt(content, 'spec.template.metadata.labels')),
  spec: at(content, 'spec', 'template', 'spec'),
}));
export type Pod = (typeof pods)[number];

/** Containers in the order in which they start. */
export const containersOf = ({ spec }: Pod): unknown[] => [
  ...listAt(spec, 'initContainers'),
  ...listAt(spec, 'containers'),
];

/** The pods that a label selector (matchLabels and matchExpressions with In or Exists) selects. */
export function selected(selector: unknown): Pod[] {
  return pods.filter(
    ({ labels }) =>
      entriesAt(selector, 'matchLabels').every(([key, value]) => labels[key] === value) &&
      listAt(selector, 'matchExpressions').every((expression) => {
        const label = labels[textAt(expression, 'key')];
        return label !== undefined && (at(expression, 'values') === undefined || isIn(label, expression));
      }),
  );
}

const isIn = (label: unknown, expression: unknown): boolean => listAt(expression, 'values').includes(label);
