import type { SurfaceItem } from './surface.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export const isOpenApi = (path: string) =>
  /(?:^|\/)(?:openapi|swagger)[\w.-]*\.(?:json|ya?ml)$/i.test(path) ||
  /(?:^|\/)openapi\/[^/]+\.(?:json|ya?ml)$/i.test(path);

/** The operations of an OpenAPI document; from YAML only paths and methods. */
export function readOperations(path: string, source: string): SurfaceItem[] {
  return /\.json$/i.test(path) ? readJson(source) : readYaml(source);
}

type Json = Record<string, unknown>;

function readJson(source: string): SurfaceItem[] {
  let document: Json;
  try {
    document = JSON.parse(source) as Json;
  } catch {
    return [];
  }
  const items: SurfaceItem[] = [];
  for (const [path, entry] of entriesOf(document?.paths)) {
    for (const [method, operation] of entriesOf(entry)) {
      if (methods.includes(method))
        items.push(readOperation(document, path, method, operation as Json, entry as Json));
    }
  }
  return items;
}

/** The members are the parameters and body fields; new required ones break callers. */
function readOperation(
  document: Json,
  path: string,
  method: string,
  operation: Json,
  entry: Json,
): SurfaceItem {
  const name = `${method.toUpperCase()} ${path}`;
  const members: Record<string, string> = {};
  const parameters = [entry.parameters, operation?.parameters].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  for (const declared of parameters as Json[]) {
    const parameter = resolveRef(document, declared);
    const title = `${parameter.in} parameter ${parameter.name}`;
    members[title] = `${title}${parameter.required === true ? ', required' : ''}`;
  }
  const body = resolveRef(document, operation?.requestBody as Json);
  const json = (body.content as Json | undefined)?.['application/json'] as Json | undefined;
  const schema = resolveRef(document, json?.schema as Json);
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [field] of entriesOf(schema.properties)) {
    members[`body field ${field}`] = `body field ${field}${required.includes(field) ? ', required' : ''}`;
  }
  return {
    area: 'operation',
    name,
    signature: name,
    members,
    ...(operation?.deprecated === true && { isDeprecated: true }),
  };
}

function resolveRef(document: Json, value: Json | undefined): Json {
  const ref = value?.$ref;
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return isObject(value) ? value : {};
  let node: unknown = document;
  for (const segment of ref.slice(2).split('/')) {
    node = isObject(node) ? node[segment.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return isObject(node) ? node : {};
}

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const entriesOf = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

function readYaml(source: string): SurfaceItem[] {
  const items: SurfaceItem[] = [];
  let isInPaths = false;
  let path: { name: string; indent: number } | undefined;
  for (const line of source.split('\n')) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const indent = line.search(/\S/);
    if (indent === 0) isInPaths = /^paths:/.test(line);
    if (!isInPaths) continue;
    const key = /^\s*['"]?([^'"#]+?)['"]?:(?:\s|$)/.exec(line)?.[1];
    if (key?.startsWith('/') && (!path || indent <= path.indent)) path = { name: key, indent };
    else if (path && key && indent > path.indent && methods.includes(key)) {
      const name = `${key.toUpperCase()} ${path.name}`;
      items.push({ area: 'operation', name, signature: name });
    }
  }
  return items;
}
