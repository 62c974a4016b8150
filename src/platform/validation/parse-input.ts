import type { Static, TSchema } from 'typebox';
import { invalid } from '../errors.ts';
import { strictAjv } from './ajv.ts';
import { describeUnknownFields, separateInput } from './declared-input.ts';
import { describeProblems } from './describe-problems.ts';

/**
 * Validates input that does not arrive as an HTTP body, with the rules and messages of the HTTP API. What the schema does
 * not declare is dropped, or refused with `refusesUnknown`.
 */
export function parseInput<S extends TSchema>(
  schema: S,
  input: object,
  { refusesUnknown = false } = {},
): Static<S> {
  const { declared, unknown } = separateInput(schema, input);
  if (refusesUnknown && unknown.length > 0) throw invalid(describeUnknownFields(unknown));
  // ajv caches the compiled function by the identity of the schema.
  const validate = strictAjv().compile(schema);
  const parsed = { ...(declared as object) };
  if (!validate(parsed)) throw invalid(describeProblems(validate.errors ?? []));
  return parsed as Static<S>;
}
