import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { EVENT_TYPES, MAX_LENGTHS, OPERATIONS } from './scope.ts';
import {
  listSchema,
  SCHEMAS,
  searchSchema,
  typesOf,
  type ContractDocument,
  type OperationSchema,
  type Schema,
} from './schema.ts';
import { createTranslator } from './translate.ts';

type Translator = ReturnType<typeof createTranslator>;

/**
 * Derives the contract from the type declarations and request code in the installed `stripe` package, both of which
 * Stripe generates from its own OpenAPI description. Takes about three seconds.
 */
export function generateContract(sdkFolder: string, generator: string): ContractDocument {
  const resources = path.join(sdkFolder, 'esm/resources');
  const eventsFile = path.join(resources, 'Events.d.ts');
  const resourceFiles = Object.keys(OPERATIONS).map((file) => path.join(resources, `${file}.d.ts`));
  const program = ts.createProgram([path.join(sdkFolder, 'esm/stripe.esm.node.d.ts'), ...resourceFiles, eventsFile], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const translator = createTranslator(checker);
  const events = describeEvents(sourceFile(program, eventsFile), checker, translator);
  const paths: ContractDocument['paths'] = {};
  for (const [file, methods] of Object.entries(OPERATIONS)) {
    const declarations = sourceFile(program, path.join(resources, `${file}.d.ts`));
    const code = readFileSync(path.join(resources, `${file}.js`), 'utf8');
    for (const method of methods) {
      const { verb, route } = findRequest(code, method, file);
      const operation = describeOperation(declarations, method, checker, translator);
      operation.operationId = `${file.replace('/', '.')}.${method}`;
      if (file === 'Events') operation.answer = eventAnswer(method, events);
      paths[route] = { ...paths[route], [verb]: operation };
    }
  }
  const { schemas } = translator;
  addLimits(schemas);
  return {
    generator,
    sdkVersion: readFileSync(path.join(sdkFolder, 'VERSION'), 'utf8').trim(),
    apiVersion: firstGroup(/ApiVersion = '([^']+)'/, readFileSync(path.join(sdkFolder, 'esm/apiVersion.js'), 'utf8')),
    paths,
    schemas: reachable(schemas, [paths, Object.values(events).map((name) => ({ $ref: SCHEMAS + name }))]),
    events,
  };
}

function sourceFile(program: ts.Program, file: string): ts.SourceFile {
  const source = program.getSourceFile(file);
  if (!source) throw new Error(`${file} is not in the SDK`);
  return source;
}

function firstGroup(pattern: RegExp, text: string): string {
  const group = pattern.exec(text)?.[1];
  if (group === undefined) throw new Error(`${pattern} not found in the SDK`);
  return group;
}

/** HTTP method and path from the SDK's code: `_makeRequest('POST', `/v1/customers/${encodeURIComponent(id)}`…`. */
function findRequest(code: string, method: string, file: string) {
  const request = new RegExp(`\\n    ${method}\\([^)]*\\) \\{[\\s\\S]*?_makeRequest\\('(\\w+)', ['\`]([^'\`]+)['\`]`);
  const [, verb, template] = request.exec(code) ?? [];
  if (!verb || !template) throw new Error(`${file}.${method} is not in the SDK`);
  return { verb: verb.toLowerCase(), route: template.replace(/\$\{encodeURIComponent\((\w+)\)\}/g, '{$1}') };
}

function describeOperation(source: ts.SourceFile, method: string, checker: ts.TypeChecker, translator: Translator) {
  const declaration = source.statements
    .filter(ts.isClassDeclaration)
    .flatMap((each) => [...each.members])
    .find((member) => ts.isMethodDeclaration(member) && member.name.getText() === method);
  if (!declaration || !ts.isMethodDeclaration(declaration)) throw new Error(`${method} is not declared in the SDK`);
  const parameters = declaration.parameters.find((each) => each.name.getText() === 'params')?.type;
  const operation: OperationSchema = { operationId: '', answer: describeAnswer(declaration, checker, translator) };
  if (parameters) {
    operation.params = translator.translate(checker.getNonNullableType(checker.getTypeFromTypeNode(parameters)));
  }
  return operation;
}

/** The schema for the return type `Promise<Response<X>>`, `ApiListPromise<X>` or `ApiSearchResultPromise<X>`. */
function describeAnswer(declaration: ts.MethodDeclaration, checker: ts.TypeChecker, translator: Translator): Schema {
  const outer = declaration.type;
  const inner = outer && ts.isTypeReferenceNode(outer) ? outer.typeArguments?.[0] : undefined;
  if (!outer || !ts.isTypeReferenceNode(outer) || !inner) throw new Error('the operation has no known return type');
  if (outer.typeName.getText() === 'ApiListPromise') {
    return listSchema(translator.translate(checker.getTypeFromTypeNode(inner)));
  }
  if (outer.typeName.getText() === 'ApiSearchResultPromise') {
    return searchSchema(translator.translate(checker.getTypeFromTypeNode(inner)));
  }
  const answer = ts.isTypeReferenceNode(inner) ? inner.typeArguments?.[0] : undefined;
  if (!answer) throw new Error('the operation has no known return type');
  return translator.translate(checker.getTypeFromTypeNode(answer));
}

function describeEvents(source: ts.SourceFile, checker: ts.TypeChecker, translator: Translator) {
  const events: Record<string, string> = {};
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement) || !statement.name.text.endsWith('Event')) continue;
    const type = checker.getTypeAtLocation(statement);
    const discriminator = type.getProperty('type');
    if (!discriminator) continue;
    const literal = checker.getTypeOfSymbol(discriminator);
    if (!literal.isStringLiteral() || !EVENT_TYPES.includes(literal.value)) continue;
    events[literal.value] = (translator.translate(type).$ref ?? '').slice(SCHEMAS.length);
  }
  const missing = EVENT_TYPES.filter((type) => !events[type]);
  if (missing.length) throw new Error(`not in the SDK: ${missing.join(', ')}`);
  return events;
}

/** The union of the events that we emit, in place of the SDK's union of 250. */
function eventAnswer(method: string, events: Record<string, string>): Schema {
  const event = { anyOf: Object.values(events).map((name) => ({ $ref: SCHEMAS + name })) };
  return method === 'list' ? listSchema(event) : event;
}

function addLimits(schemas: Record<string, Schema>) {
  for (const [name, limits] of Object.entries(MAX_LENGTHS)) {
    for (const [property, maxLength] of Object.entries(limits)) {
      const schema = schemas[name]?.properties?.[property];
      if (!schema) throw new Error(`${name}.${property} is not in the SDK`);
      schema.maxLength = maxLength;
    }
  }
  const metadata = schemas['MetadataParam'];
  if (!metadata || typeof metadata.additionalProperties !== 'object') throw new Error('metadata is not in the SDK');
  metadata.maxProperties = 50;
  metadata.propertyNames = { maxLength: 40, pattern: '^[^\\[\\]]+$' };
  for (const value of [metadata.additionalProperties, ...(metadata.additionalProperties.anyOf ?? [])]) {
    if (typesOf(value).includes('string')) value.maxLength = 500;
  }
}

/** Keeps only the schemas that operations and events refer to. */
function reachable(schemas: Record<string, Schema>, roots: unknown[]): Record<string, Schema> {
  const kept: Record<string, Schema> = {};
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (!node || typeof node !== 'object') return;
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$ref' || typeof value !== 'string') {
        walk(value);
        continue;
      }
      const name = value.slice(SCHEMAS.length);
      const schema = schemas[name];
      if (!schema) throw new Error(`${value} does not exist`);
      if (kept[name]) continue;
      kept[name] = schema;
      walk(schema);
    }
  };
  walk(roots);
  return kept;
}
