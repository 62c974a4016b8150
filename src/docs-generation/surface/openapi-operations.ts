import type { SurfaceItem } from './surface.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export const isOpenApi = (path: string) =>
  /(?:^|\/)(?:openapi|swagger)[\w.-]*\.(?:json|ya?ml)$/i.test(path) ||
  /(?:^|\/)openapi\/[^/]+\.(?:json|ya?ml)$/i.test(path);

/** The operations of an OpenAPI document. Of YAML the paths and methods alone are read. */
export function readOperations(path: string, source: string): SurfaceItem[] {
  return /\.json$/i.test(path) ? ofJson(source) : ofYaml(source);
}

type Json = Record<string, unknown>;

function ofJson(source: string): SurfaceItem[] {
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
        items.push(ofOperation(document, path, method, operation as Json, entry as Json));
    }
  }
  return items;
}

/** What a caller must send stands in the members; what they may send does not break anybody. */
function ofOperation(
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
  for (const given of parameters as Json[]) {
    const parameter = follow(document, given);
    const title = `${parameter.in} parameter ${parameter.name}`;
    members[title] = `${title}${parameter.required === true ? ', required' : ''}`;
  }
  const body = follow(document, operation?.requestBody as Json);
  const json = (body.content as Json | undefined)?.['application/json'] as Json | undefined;
  const schema = follow(document, json?.schema as Json);
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

function follow(document: Json, value: Json | undefined): Json {
  const ref = value?.$ref;
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return isObject(value) ? value : {};
  let at: unknown = document;
  for (const segment of ref.slice(2).split('/')) {
    at = isObject(at) ? at[segment.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return isObject(at) ? at : {};
}

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const entriesOf = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

function ofYaml(source: string): SurfaceItem[] {
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
