import type { JsonSchema } from '#lib/openapi/document-types.ts';
import type { Random } from '#lib/testing/random.ts';
import { hostileText, hostileValue } from './hostile.ts';

/**
 * Random values of a schema: `fitting` ones, and `nearly` fitting ones, in which one part is hostile or missing.
 * `present` has existing values by field name; a field sometimes gets one, so that a request gets past "not found".
 */
export function valuesOf(
  random: Random,
  definitions: Readonly<Record<string, JsonSchema>>,
  present: Record<string, readonly unknown[]> = {},
) {
  function fitting(schema: JsonSchema, name = ''): unknown {
    const known = resolve(schema);
    if (Object.hasOwn(present, name) && typeOf(known) !== 'array' && random.chance(0.4))
      return random.pick(present[name] ?? []);
    if ('const' in known) return known.const;
    if (known.enum) return random.pick(known.enum);
    if (known.anyOf) return fitting(random.pick(known.anyOf), name);
    switch (typeOf(known)) {
      case 'object':
        return objectOf(known);
      case 'array':
        return arrayOf(known, name);
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      case 'integer':
        return number(known);
      case 'number':
        return number(known) + (random.chance(0.5) ? 0.25 : 0);
      case 'string':
        return text(known);
      default:
        return hostileValue(random);
    }
  }

  function objectOf({ properties = {}, required = [] }: JsonSchema): object {
    const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.6));
    return Object.fromEntries(wanted.map(([name, property]) => [name, fitting(property, name)]));
  }

  function arrayOf({ items = {}, minItems = 0, maxItems = 4 }: JsonSchema, name: string): unknown[] {
    const length = random.int(minItems, Math.max(minItems, Math.min(maxItems, 4)));
    return Array.from({ length }, () => fitting(items, name));
  }

  function number({ minimum = -10, maximum = minimum + 1000 }: JsonSchema): number {
    const [low, high] = [Math.max(minimum, -(2 ** 53)), Math.min(maximum, 2 ** 53)];
    return random.pick([low, high, random.int(low, Math.min(high, low + 1_000_000))]);
  }

  function text({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): string {
    if (format && format in FORMATS) return FORMATS[format as keyof typeof FORMATS](random);
    const length = random.pick([minLength, random.int(minLength, Math.min(maxLength, minLength + 30)), maxLength]);
    const candidates = ALPHABETS.map((alphabet) => random.text(alphabet, Math.min(length, 20_000)));
    if (!pattern) return random.pick(candidates);
    const rule = new RegExp(pattern, 'u');
    return [...candidates, ...SAMPLES].find((candidate) => rule.test(candidate)) ?? random.pick(SAMPLES);
  }

  function nearly(schema: JsonSchema): unknown {
    const known = resolve(schema);
    const value = fitting(known);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return hostileValue(random);
    const names = [...Object.keys(known.properties ?? {}), ...Object.keys(value)];
    if (!names.length || random.chance(0.1)) return { ...value, [hostileText(random)]: hostileValue(random) };
    const name = random.pick(names);
    const part = (value as Record<string, unknown>)[name];
    const property = known.properties?.[name];
    if (random.chance(0.15)) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
    const isDeep = typeof part === 'object' && part !== null && property && random.chance(0.5);
    return { ...value, [name]: isDeep ? nearly(property) : hostileValue(random) };
  }

  function resolve(schema: JsonSchema): JsonSchema {
    if (!schema.$ref) return schema;
    const found = definitions[schema.$ref.split('/').at(-1) ?? ''];
    if (!found) throw new Error(`${schema.$ref} is not in the OpenAPI document`);
    return resolve(found);
  }

  return { fitting, nearly };
}

const typeOf = ({ type, properties, items }: JsonSchema): string | undefined =>
  [type].flat()[0] ?? (properties ? 'object' : items ? 'array' : undefined);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BASE32 = 'ybndrfg8ejkmcpqxot1uwisza345h769';
const ALPHABETS = [LETTERS, '0123456789', BASE32, `${LETTERS.toUpperCase()}-Bat7ery_`, 'äß漢🐴 \'"%_\\'];
const SAMPLES = [
  '1',
  '24h',
  '1h',
  'DE',
  'asc',
  'sub_123456',
  'cus_123456',
  'Strong-Horse-7-Battery',
  'public-key',
  '000000',
];

const FORMATS = {
  email: (random: Random) => `fuzz-${random.text(LETTERS, 8)}@example.com`,
  uuid: (random: Random) =>
    `${random.text('0123456789abcdef', 8)}-0000-7${random.text('0123456789abcdef', 3)}-8000-${random.text('0123456789abcdef', 12)}`,
  'date-time': (random: Random) => new Date(random.int(0, 4_102_444_800) * 1000).toISOString(),
  date: (random: Random) => new Date(random.int(0, 4_102_444_800) * 1000).toISOString().slice(0, 10),
  uri: (random: Random) => `https://${random.text(LETTERS, 6)}.example/${random.text(LETTERS, 4)}`,
};
