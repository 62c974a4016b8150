import type { Content, OpenApi, Operation, Parameter, Schema } from './openapi.ts';
import { comment, fieldsType, indent, typeOf } from './schema-type.ts';

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** The text of sdk/generated.ts. */
export function writeClient(document: OpenApi): string {
  const calls = listCalls(document);
  const table = calls.map(
    ({ method, path, operation }) =>
      `${operation.operationId}: { method: '${method}', path: '${path}'${responseType(operation) === 'Blob' ? ", response: 'bytes'" : ''} },`,
  );
  return `// Generated from openapi/openapi.json by \`npm run generate\`. Changes made here are lost.

${Object.entries(document.components.schemas).map(declareSchema).join('\n\n')}

export interface Operations {
${indent(calls.map(({ operation }) => declareOperation(operation)).join('\n\n'))}
}

export const operations = {
${indent(table.join('\n'))}
} as const satisfies Record<keyof Operations, { method: string; path: string; response?: 'bytes' }>;
`;
}

/** Leaves out PATCH where PUT does the same, and event streams, which are not called like a function. */
function listCalls({ paths }: OpenApi): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'patch' || methods.put === undefined)
      .filter(([, { responses }]) => responses[200]?.content?.['text/event-stream'] === undefined)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

const declareSchema = ([name, schema]: [string, Schema]) =>
  `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`;

function declareOperation(operation: Operation): string {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const fields = [
    declareParameters('params', parameters.filter(isIn('path'))),
    declareParameters('query', parameters.filter(isIn('query'))),
    requestBody && {
      name: 'body',
      type: bodyType(requestBody.content),
      required: requestBody.required,
    },
    { name: 'response', type: responseType(operation), required: true },
  ].filter((field) => field !== undefined);
  return `${comment(description ? `${summary}. ${description}` : summary)}${operationId}: ${fieldsType(fields)};`;
}

const isIn = (location: Parameter['in']) => (parameter: Parameter) => parameter.in === location;

function declareParameters(name: string, parameters: Parameter[]) {
  if (parameters.length === 0) return undefined;
  const fields = parameters.map(({ name, required, description, schema }) => ({
    name,
    // Callers often pass filters on that may be undefined.
    type: required ? typeOf(schema) : `${typeOf(schema)} | undefined`,
    required,
    description,
  }));
  return { name, type: fieldsType(fields), required: parameters.some(({ required }) => required) };
}

/** A response without a body (204) is sent only on request, so it is not part of the type. */
function responseType({ responses }: Operation): string {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => (content ? [contentType(content, 'Blob')] : []));
  return types.length > 0 ? [...new Set(types)].join(' | ') : 'undefined';
}

/** What can be sent as JSON or as a form takes either. */
function bodyType(content: Content): string {
  const { 'application/json': json, 'multipart/form-data': form } = content;
  return json && form ? `${typeOf(json.schema)} | FormData` : contentType(content, 'FormData');
}

/** Content that is not always JSON is sent as a form and received as bytes. */
function contentType(content: Content, otherwise: 'FormData' | 'Blob'): string {
  const json = content['application/json'];
  return json && Object.keys(content).length === 1 ? typeOf(json.schema) : otherwise;
}
