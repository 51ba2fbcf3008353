import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { manifests, type Manifest } from './manifests.ts';

/** The published schemas of the Kubernetes API and of the Prometheus operator, by version and kind. */
const SCHEMAS: Readonly<Record<string, object>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  'monitoring.coreos.com/v1': monitoring,
};
/** CloudNativePG's resources. No package of the npm registry has their schemas, so they are not checked here. */
const UNCHECKED = [
  'postgresql.cnpg.io/v1 Cluster',
  'postgresql.cnpg.io/v1 ScheduledBackup',
  'barmancloud.cnpg.io/v1 ObjectStore',
];
const typeOf = ({ apiVersion, kind }: Manifest) => `${apiVersion} ${kind}`;
const checked = manifests.filter(({ apiVersion }) => SCHEMAS[apiVersion]);

type Model = { prototype: { validate: () => void } };

/** The validation errors, and the fields that the schema does not name: the published schemas allow unknown fields. */
function problemsOf(manifest: Manifest, content = manifest.content): string[] {
  const { [manifest.kind]: model } = SCHEMAS[manifest.apiVersion] as Readonly<Record<string, Model>>;
  if (!model) return [`there is no schema of ${typeOf(manifest)}`];
  const seen = new Set<string>();
  try {
    model.prototype.validate.call(watched(content, '', seen));
  } catch (error) {
    return [(error as Error).message];
  }
  return pathsOf(content, '').filter((path) => !seen.has(path));
}

/** A copy that records which fields the validator reads: the fields that its schema names, and every key of a map. */
function watched(value: unknown, path: string, seen: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      if (typeof key === 'string' && Object.hasOwn(target, key)) seen.add(`${path}/${key}`);
      return watched(Reflect.get(target, key), `${path}/${String(key)}`, seen);
    },
  });
}

const pathsOf = (value: unknown, path: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [`${path}/${key}`, ...pathsOf(inner, `${path}/${key}`)])
    : [];

test('checks every manifest except those of CloudNativePG', () => {
  const others = manifests.filter((each) => !checked.includes(each)).map(typeOf);
  expect([...new Set(others)].sort()).toEqual([...UNCHECKED].sort());
  expect(checked.length).toBeGreaterThan(20);
});

test.each(checked)('$file: $kind $name matches the published schema', (manifest) => {
  expect(problemsOf(manifest)).toEqual([]);
});

const web = checked.find(({ kind, name }) => kind === 'Deployment' && name === 'web') as Manifest;
test.each([
  ['a misspelled field', '"readinessProbe"', '"readynessProbe"', '/spec/template/spec/containers/0/readynessProbe'],
  ['a wrong type', '"periodSeconds":2', '"periodSeconds":"2"', 'readinessProbe/periodSeconds must be integer'],
  ['a missing field', '"selector"', '"selectors"', '/spec must have required property selector'],
])('reports %s', (_title, text, instead, problem) => {
  const json = JSON.stringify(web.content);
  expect(json).toContain(text);
  const problems = problemsOf(web, JSON.parse(json.replace(text, instead)) as unknown);
  expect(problems.join('\n')).toContain(problem);
});
