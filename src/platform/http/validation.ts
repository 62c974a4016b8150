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
    if (route.schema?.body) route.preValidation = [route.preValidation ?? [], fillMissingBody].flat();
  });
}

const fillMissingBody: preValidationHookHandler = (request, _reply, done) => {
  if (request.body === undefined) request.body = {};
  done();
};

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
  const validFields = Object.entries(Object(request.body)).filter(([field]) => !(field in details));
  try {
    if (!details.body)
      await request.routeOptions.config.validateReferences?.(request, Object.fromEntries(validFields));
    return {};
  } catch (error) {
    if (error instanceof Refusal) return error.details ?? {};
    throw error;
  }
}
