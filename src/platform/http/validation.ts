import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { FormatsPlugin } from 'ajv-formats';
import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySchemaValidationError,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import { type FieldMessages, invalid, Refusal } from '../errors.ts';
import { isDateOnly, parseInstant } from '../instant.ts';
import { splitList } from './word-list.ts';

type Manner = 'asItIs' | 'coercing';
const made: Partial<Record<Manner, Ajv>> = {};

/** Bodies are taken as they are; what stands in an address is text, so numbers are read from it there. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  compileAtFirstUse(ajvOf(httpPart === 'body' ? 'asItIs' : 'coercing'), schema);

export function installValidation(app: FastifyInstance): void {
  // Who may not see a thing must not learn what a valid request for it looks like: 404 and 403 come before 400.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.validationError && !request.bodyProblem) return done();
    refuse(request).catch(done);
  });
  // A POST without a body lacks fields like any other, and says which.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.routeOptions.schema?.body) request.body = {};
    done();
  });
}

/** Most of a start would be compiling, and few processes see every route. */
function compileAtFirstUse(ajv: Ajv, schema: object): ValidateFunction {
  let validate: ValidateFunction | undefined;
  const atFirstUse = (given: unknown) => {
    validate ??= ajv.compile(schema);
    const isValid = validate(given);
    atFirstUse.errors = validate.errors;
    return isValid;
  };
  atFirstUse.errors = undefined as ValidateFunction['errors'];
  return atFirstUse as ValidateFunction;
}

async function refuse(request: FastifyRequest): Promise<never> {
  await request.routeOptions.config.authorizeFirst?.(request);
  if (request.bodyProblem) throw invalid(request.bodyProblem);
  const details = describeProblems(request.validationError?.validation ?? []);
  throw invalid({ ...(await validateReferences(request, details)), ...details });
}

/** A caller who mends what the schema saw should not then learn what only the database knew. */
async function validateReferences(request: FastifyRequest, details: FieldMessages): Promise<FieldMessages> {
  const sound = Object.entries(Object(request.body)).filter(([field]) => !(field in details));
  try {
    if (!details.body)
      await request.routeOptions.config.validateReferences?.(request, Object.fromEntries(sound));
    return {};
  } catch (error) {
    if (error instanceof Refusal) return error.details ?? {};
    throw error;
  }
}

/** For the faces that do not speak HTTP: the same rules and the same sentences. */
export function parseInput<S extends TSchema>(schema: S, given: object): Static<S> {
  const validate = ajvOf('asItIs').compile(schema);
  const input = { ...given };
  if (!validate(input))
    throw invalid(describeProblems((validate.errors ?? []) as FastifySchemaValidationError[]));
  return input as Static<S>;
}

function ajvOf(manner: Manner): Ajv {
  made[manner] ??= newAjv(manner === 'coercing');
  return made[manner];
}

function newAjv(coerceTypes: boolean): Ajv {
  // Here, because most commands have nothing to check: it would be a fifth of their start.
  const load = createRequire(import.meta.url);
  const { Ajv } = load('ajv') as typeof import('ajv');
  const addFormats = load('ajv-formats') as FormatsPlugin;
  // The schemas are ours and are judged with the OpenAPI document, so ajv need not judge them at every start.
  const judged = { meta: false, validateSchema: false };
  const ajv = new Ajv({
    coerceTypes,
    allErrors: true,
    useDefaults: false,
    strict: false,
    verbose: true,
    ...judged,
  });
  addFormats(ajv, ['date-time', 'email', 'uri']);
  ajv.addFormat('password', true);
  ajv.addFormat('instant', { type: 'string', validate: (text: string) => parseInstant(text) !== undefined });
  ajv.addFormat('calendar-date', {
    type: 'string',
    validate: (text: string) => isDateOnly(text) && parseInstant(text) !== undefined,
  });
  ajv.addKeyword({
    keyword: 'x-trimmed',
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    before: 'maxLength',
    validate: (_schema: boolean, text: string, _parent: unknown, place?: TrimPlace) => {
      if (place) place.parentData[place.parentDataProperty] = text.trim();
      return true;
    },
  });
  ajv.addKeyword({
    keyword: 'x-words',
    type: 'string',
    schemaType: 'array',
    validate: (words: string[], text: string) => splitList(text).every((word) => words.includes(word)),
  });
  return ajv;
}

interface TrimPlace {
  parentData: Record<string | number, unknown>;
  parentDataProperty: string | number;
}

function describeProblems(problems: FastifySchemaValidationError[]): FieldMessages {
  const details: FieldMessages = {};
  for (const problem of problems as ErrorObject[]) {
    const [field = 'body', ...rest] = fieldPath(problem);
    const place = rest.length > 0 ? `${sayField(field)} (${rest.join('.')})` : sayField(field);
    const sentence = `${place} ${sayProblem(problem)}`;
    const messages = details[field] ?? [];
    if (!messages.includes(sentence)) details[field] = [...messages, sentence];
  }
  return details;
}

function fieldPath(problem: ErrorObject): string[] {
  const path = problem.instancePath.split('/').slice(1).map(unescapePointer);
  return problem.keyword === 'required' ? [...path, problem.params.missingProperty as string] : path;
}

const unescapePointer = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** assigneeId → "Assignee", labelIds → "Labels", dueDate → "Due date" */
export function sayField(field: string): string {
  const words = field
    .replace(/Ids$/, 's')
    .replace(/Id$/, '')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sayProblem({ keyword, params, parentSchema, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${sayTypes(params.type)}`;
    case 'enum':
      return `must be one of: ${params.allowedValues.filter((v: unknown) => v !== null).join(', ')}`;
    case 'x-words':
      return `must be one or more of: ${parentSchema?.['x-words'].join(', ')}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be blank' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} items`;
    case 'maxItems':
      return `must have at most ${params.limit} items`;
    case 'format':
      return sayFormat(params.format);
    default:
      return message ?? 'is not valid';
  }
}

const typeNames: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  null: 'null',
};

function sayTypes(types: string | string[]): string {
  return [types]
    .flat()
    .map((type) => typeNames[type] ?? type)
    .join(' or ');
}

function sayFormat(format: string): string {
  if (format === 'email') return 'must be an e-mail address';
  if (format === 'uri') return 'must be a URL';
  if (format === 'calendar-date') return 'must be a date (2026-01-31)';
  return 'must be a date (2026-01-31) or a date-time (2026-01-31T12:00:00Z)';
}
