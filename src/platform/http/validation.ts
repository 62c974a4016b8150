import type { ErrorObject, ValidateFunction } from 'ajv';
import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchemaCompiler,
  preValidationHookHandler,
} from 'fastify';
import { type FieldMessages, invalid, Refusal } from '../errors.ts';
import { coercingAjv, describeProblems, strictAjv } from '../validation/index.ts';
import { refusedInput } from './unknown-input.ts';

export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  compileAtFirstUse(httpPart === 'body' ? strictAjv : coercingAjv, schema);

export function installValidation(app: FastifyInstance): void {
  // 404 and 403 come before 400: a caller who may not see an item must not learn what a valid request for it looks like.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.validationError && !request.bodyProblem && !refusedInput(request)) return done();
    refuse(request).catch(done);
  });
  // A missing body is validated as an empty object, so that the error names the missing fields.
  app.addHook('onRoute', (route) => {
    const body = route.schema?.body as ObjectSchema | undefined;
    if (!body) return;
    const prepare = route.method === 'POST' ? [fillMissingBody, droppingNulls(body)] : [fillMissingBody];
    route.preValidation = [route.preValidation ?? [], prepare].flat();
  });
}

const fillMissingBody: preValidationHookHandler = (request, _reply, done) => {
  if (request.body === undefined) request.body = {};
  done();
};

interface ObjectSchema {
  properties?: Record<string, object>;
  required?: string[];
}

/**
 * Drops the optional fields of a POST that are null although their schema has no meaning for it. Clients with typed models
 * send null for what is not set, and a request that creates something has no value that null could clear.
 */
function droppingNulls({ properties = {}, required = [] }: ObjectSchema): preValidationHookHandler {
  return (request, _reply, done) => {
    if (!isObject(request.body)) return done();
    const { body } = request;
    const unset = Object.keys(body).filter((name) => {
      if (body[name] !== null || required.includes(name) || !Object.hasOwn(properties, name)) return false;
      return !strictAjv().compile(properties[name] as object)(null);
    });
    if (unset.length > 0)
      request.body = Object.fromEntries(Object.entries(body).filter(([name]) => !unset.includes(name)));
    done();
  };
}

/** Of a text or list, each character or item would count as a field: those of 1 MiB block the event loop for seconds. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Compiling every schema would take most of a start, and few processes serve every route. */
function compileAtFirstUse(ajv: typeof strictAjv, schema: object): ValidateFunction {
  let validate: ValidateFunction | undefined;
  const atFirstUse = (input: unknown) => {
    validate ??= ajv().compile(schema);
    const isValid = validate(input);
    atFirstUse.errors = validate.errors;
    return isValid;
  };
  atFirstUse.errors = undefined as ValidateFunction['errors'];
  return atFirstUse as ValidateFunction;
}

async function refuse(request: FastifyRequest): Promise<never> {
  await request.routeOptions.config.authorizeFirst?.(request);
  if (request.bodyProblem) throw invalid(request.bodyProblem);
  const details = describeProblems((request.validationError?.validation ?? []) as ErrorObject[]);
  throw invalid({ ...(await validateReferences(request, details)), ...refusedInput(request), ...details });
}

/** Adds what only the database can find wrong, so that the caller sees every mistake in one answer. */
async function validateReferences(request: FastifyRequest, details: FieldMessages): Promise<FieldMessages> {
  const { validateReferences: validate } = request.routeOptions.config;
  if (!validate || details.body) return {};
  const fields = isObject(request.body) ? Object.entries(request.body) : [];
  try {
    await validate(request, Object.fromEntries(fields.filter(([field]) => !(field in details))));
    return {};
  } catch (error) {
    if (error instanceof Refusal) return error.details ?? {};
    throw error;
  }
}
