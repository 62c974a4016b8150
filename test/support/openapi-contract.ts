import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { apiInfo } from '../../src/instance/index.ts';
import { buildOpenApi } from '../../src/platform/http/index.ts';
import type { ApiResponse } from './world.ts';

interface Operation {
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Operation['responses'][string]> };
}

interface Contract {
  find(method: string, path: string): { pattern: string; operation: Operation } | undefined;
  validatorOf(
    pattern: string,
    method: string,
    status: number,
  ): ValidateFunction | 'no body' | 'bytes' | undefined;
}

/** Contracts by their list of operation ids. Apps with the same routes share one, because building it is slow. */
const contracts = new Map<string, Contract>();
const contractOfApp = new WeakMap<FastifyInstance, Contract>();

/** Asserts that the OpenAPI document declares the route and status of this answer, and that its body matches the schema. */
export function assertDocumented(
  app: FastifyInstance,
  method: string,
  url: string,
  answer: ApiResponse,
): void {
  const contract = contractOfApp.get(app) ?? findContract(app);
  const path = (url.split('?')[0] as string)
    .replace(/^\/api\/projects\/(?=.)/, '/api/project/')
    .replace(/(?<=.)\/$/, '');
  const found = contract.find(method.toLowerCase(), path);
  if (!found) {
    assert.ok([404, 405].includes(answer.status), `${method} ${path} is not documented`);
    return;
  }
  const validate = contract.validatorOf(found.pattern, method.toLowerCase(), answer.status);
  assert.ok(validate, `${method} ${found.pattern} answered ${answer.status}, which is not documented`);
  if (validate === 'bytes') return;
  if (validate === 'no body') {
    assert.equal(answer.body, '');
    return;
  }
  assert.ok(
    validate(answer.body),
    `${method} ${found.pattern} ${answer.status}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(answer.body)}`,
  );
}

function findContract(app: FastifyInstance): Contract {
  const operations = app.documentedRoutes.map(({ operationId }) => operationId).join();
  const contract = contracts.get(operations) ?? readContract(app);
  contracts.set(operations, contract);
  contractOfApp.set(app, contract);
  return contract;
}

function readContract(app: FastifyInstance): Contract {
  const document = closed(buildOpenApi(app.documentedRoutes, apiInfo)) as Document;
  const compile = newCompiler(document);
  const patterns = newPatternTree(Object.keys(document.paths));
  const validators = new Map<string, ValidateFunction>();

  return {
    find: (method, path) => {
      const pattern = findPattern(patterns, path.split('/'));
      const operation = pattern && document.paths[pattern]?.[method];
      return pattern && operation ? { pattern, operation } : undefined;
    },
    validatorOf: (pattern, method, status) => {
      const response = document.paths[pattern]?.[method]?.responses[status];
      if (!response) return undefined;
      const name = response.$ref?.split('/').at(-1);
      const resolved = name ? document.components.responses[name] : response;
      const pointer = name
        ? ['components', 'responses', name]
        : ['paths', pattern, method, 'responses', `${status}`];
      if (!resolved?.content) return 'no body';
      // Answers with several content types are checked by the test of their route.
      if (!resolved.content['application/json'] || Object.keys(resolved.content).length > 1) return 'bytes';
      const key = pointer.join(' ');
      const validator = validators.get(key) ?? compile([...pointer, 'content', 'application/json', 'schema']);
      validators.set(key, validator);
      return validator;
    },
  };
}

/** The patterns by their segments: with one expression for each, matching takes as long as answering a small request. */
interface PatternTree {
  fixed: Map<string, PatternTree>;
  parameter?: PatternTree;
  pattern?: string;
}

function newPatternTree(patterns: string[]): PatternTree {
  const root: PatternTree = { fixed: new Map() };
  for (const pattern of patterns) {
    let tree = root;
    for (const segment of pattern.split('/')) {
      const next: PatternTree = (segment.startsWith('{') ? tree.parameter : tree.fixed.get(segment)) ?? {
        fixed: new Map(),
      };
      if (segment.startsWith('{')) tree.parameter = next;
      else tree.fixed.set(segment, next);
      tree = next;
    }
    tree.pattern = pattern;
  }
  return root;
}

/** Fixed segments first, so that /api/tickets/search does not match /api/tickets/{id}. */
function findPattern(tree: PatternTree, segments: string[]): string | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return tree.pattern;
  const fixed = tree.fixed.get(segment);
  const found = fixed && findPattern(fixed, rest);
  if (found !== undefined || !tree.parameter || segment === '') return found;
  return findPattern(tree.parameter, rest);
}

/** Compiles the schema at a place of the document. */
export function newCompiler(document: object): (place: string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (ajvFormats as unknown as typeof ajvFormats.default)(ajv);
  // A format of Docket’s own.
  ajv.addFormat('emoji', true);
  ajv.addSchema(document, 'openapi');
  const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
  return (place) => ajv.compile({ $ref: `openapi#/${place.map(escaped).join('/')}` });
}

/** Adds `additionalProperties: false` to each object, so that an undocumented field fails. */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const isOpen =
    'properties' in copy && typeof copy.type !== 'undefined' && !('additionalProperties' in copy);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}
