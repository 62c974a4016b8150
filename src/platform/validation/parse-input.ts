import type { Static, TSchema } from 'typebox';
import { invalid } from '../errors.ts';
import { strictAjv } from './ajv.ts';
import { describeProblems } from './describe-problems.ts';

/** Validates input that does not arrive as an HTTP body, with the rules and messages of the HTTP API. */
export function parseInput<S extends TSchema>(schema: S, input: object): Static<S> {
  // ajv caches the compiled function by the identity of the schema.
  const validate = strictAjv().compile(schema);
  const parsed = { ...input };
  if (!validate(parsed)) throw invalid(describeProblems(validate.errors ?? []));
  return parsed as Static<S>;
}
