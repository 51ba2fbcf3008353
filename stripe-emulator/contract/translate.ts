import ts from 'typescript';
import { CUT, EXPANDABLE } from './scope.ts';
import { listSchema, SCHEMAS, type Schema } from './schema.ts';

const F = ts.TypeFlags;

/** Decimal fields. Every other `number` in Stripe's API is an integer. */
const FRACTIONAL = /percent|exchange_rate|fx_rate|latitude|longitude|ratio/;

/** Translates the types of one program into JSON Schemas, and collects each named object once in `schemas`. */
export function createTranslator(checker: ts.TypeChecker) {
  const schemas: Record<string, Schema> = {};
  const nameOfType = new Map<ts.Type, string>();
  const typeOfName = new Map<string, ts.Type>();

  function translate(type: ts.Type, key = ''): Schema {
    if (type.flags & (F.Any | F.Unknown)) return {};
    if (isOpenString(type)) return { type: 'string' };
    if (type.flags & F.Null) return { type: 'null' };
    if (type.flags & (F.Void | F.Never)) return { not: {} };
    if (type.isStringLiteral()) return { const: type.value, type: 'string' };
    if (type.isNumberLiteral()) return { const: type.value };
    if (type.flags & F.BooleanLiteral) return { const: checker.typeToString(type) === 'true', type: 'boolean' };
    if (type.flags & F.String) return { type: 'string' };
    if (type.flags & F.Number) return { type: FRACTIONAL.test(key) ? 'number' : 'integer' };
    if (type.flags & F.Boolean) return { type: 'boolean' };
    if (type.isUnion()) return translateUnion(type, key);
    if (type.isIntersection()) return { allOf: type.types.map((part) => translate(part, key)) };
    if (isObject(type)) return translateObject(type, key);
    throw new Error(`unhandled type ${checker.typeToString(type)} at ${key}`);
  }

  function translateObject(type: ts.Type, key: string): Schema {
    const name = nameOf(type);
    if (name === 'Decimal' || declaringFile(type.symbol).endsWith('/Decimal.d.ts')) {
      return { type: 'string', format: 'decimal' };
    }
    if (checker.isArrayType(type)) return { type: 'array', items: translate(firstArgument(type), key) };
    if (type.symbol?.name === 'ApiList') return listSchema(translate(firstArgument(type), key));
    if (name === 'Partial') return { type: 'object' };
    if (name === 'Date') return { type: 'integer' };
    // The key `object` is the payload of an event, and an empty key a response. Both are described in full.
    if (name && CUT.has(name) && isResource(type) && key !== 'object' && key !== '')
      return { type: 'object', 'x-cut': name };
    return reference(type);
  }

  function firstArgument(type: ts.Type): ts.Type {
    const [argument] = checker.getTypeArguments(type as ts.TypeReference);
    if (!argument) throw new Error(`no type argument in ${checker.typeToString(type)}`);
    return argument;
  }

  function translateUnion(union: ts.UnionType, key: string): Schema {
    let members = union.types.filter((member) => !(member.flags & (F.Undefined | F.Void)));
    const isNullable = members.some((member) => member.flags & F.Null);
    members = members.filter((member) => !(member.flags & F.Null));
    const resources = members.filter(isResource);
    if (resources.length && members.some((member) => member.flags & F.String)) {
      return withNull(expandable(members, resources, key), isNullable);
    }
    const alternatives: Schema[] = [];
    if (members.filter((member) => member.flags & F.BooleanLiteral).length === 2) {
      alternatives.push({ type: 'boolean' });
      members = members.filter((member) => !(member.flags & F.BooleanLiteral));
    }
    const literals = members.filter((member) => member.isStringLiteral());
    if (literals.length) {
      const isOpen = members.some(isOpenString);
      alternatives.push({
        type: 'string',
        enum: literals.map((literal) => literal.value).sort(),
        // Stripe may add values. Clients tolerate unknown ones; the emulator never sends any.
        ...(isOpen && { 'x-open-enum': true }),
      });
      members = members.filter((member) => !member.isStringLiteral() && !isOpenString(member));
    }
    alternatives.push(...members.map((member) => translate(member, key)));
    return withNull(oneOrAny(alternatives), isNullable);
  }

  function expandable(members: ts.Type[], resources: ts.Type[], key: string): Schema {
    const kept = members.filter((member) => !isResource(member) || EXPANDABLE.has(nameOf(member) ?? ''));
    return {
      ...oneOrAny(kept.map((member) => translate(member, key))),
      'x-expandable': resources.map(nameOf).join('|'),
    };
  }

  function reference(type: ts.Type): Schema {
    let name = nameOfType.get(type);
    if (name === undefined) {
      name = freeName(qualifiedName(type.aliasSymbol ?? type.symbol), type);
      nameOfType.set(type, name);
      typeOfName.set(name, type);
      const schema: Schema = { type: 'object' };
      schemas[name] = schema;
      describe(type, schema);
    }
    return { $ref: SCHEMAS + name };
  }

  function freeName(base: string, type: ts.Type): string {
    let name = base;
    for (let n = 2; typeOfName.has(name) && typeOfName.get(name) !== type; n++) name = `${base}_${n}`;
    return name;
  }

  function describe(type: ts.Type, schema: Schema) {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const property of checker.getPropertiesOfType(type)) {
      const declaration = property.valueDeclaration ?? property.declarations?.[0];
      if (!declaration) continue;
      const propertyType = checker.getTypeOfSymbolAtLocation(property, declaration);
      if (checker.typeToString(propertyType).replace(/ \| undefined$/, '') === 'void') continue; // `deleted?: void`
      const translated = translate(propertyType, property.name);
      properties[property.name] = ts.getJSDocDeprecatedTag(declaration)
        ? { ...translated, deprecated: true }
        : translated;
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
    }
    if (Object.keys(properties).length) schema.properties = properties;
    if (required.length) schema.required = required.sort();
    const [index] = checker.getIndexInfosOfType(type);
    schema.additionalProperties = index ? translate(index.type) : false;
  }

  return { schemas, translate };
}

const isObject = (type: ts.Type) => Boolean(type.flags & F.Object);
const isResource = (type: ts.Type) =>
  isObject(type) && Boolean(type.getProperty('object')) && Boolean(type.getProperty('id'));
/** `string & {}`: the SDK's marker for an enum that may grow. */
const isOpenString = (type: ts.Type) =>
  type.isIntersection() && type.types.some((part) => Boolean(part.flags & F.String));
const nameOf = (type: ts.Type): string | undefined => (type.aliasSymbol ?? type.getSymbol())?.name;
const declaringFile = (symbol: ts.Symbol | undefined) => symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';

function oneOrAny(alternatives: Schema[]): Schema {
  const [only] = alternatives;
  return only && alternatives.length === 1 ? only : { anyOf: alternatives };
}

function withNull(schema: Schema, isNullable: boolean): Schema {
  if (!isNullable) return schema;
  if (typeof schema.type === 'string' && !schema.enum && !schema.const) {
    return { ...schema, type: [schema.type, 'null'] };
  }
  const isBareUnion = schema.anyOf && Object.keys(schema).length === 1;
  return { anyOf: [...(isBareUnion ? (schema.anyOf ?? []) : [schema]), { type: 'null' }] };
}

/** The name with its namespaces and, because names collide, its folder (Checkout.Session, BillingPortal.Session). */
function qualifiedName(symbol: ts.Symbol): string {
  const parts: string[] = [];
  const declarations = symbol.declarations ?? [];
  const own = declarations.find((each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each));
  for (let node: ts.Node | undefined = own ?? declarations[0]; node; node = node.parent) {
    if (ts.isModuleDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      parts.unshift(node.name.text);
    }
  }
  const folder = /resources\/(.+)\/[^/]+\.d\.ts$/.exec(declaringFile(symbol))?.[1]?.replaceAll('/', '.');
  if (folder && parts[0] !== folder) parts.unshift(folder);
  return parts.join('.');
}
