import { createRequire } from 'node:module';
import type { Ajv } from 'ajv';
import type { FormatsPlugin } from 'ajv-formats';
import { addDocketFormats, addDocketKeywords } from './keywords.ts';

const validators: Partial<Record<'strict' | 'coercing', Ajv>> = {};

/** For JSON: a value must already have its type. */
export const strictAjv = () => {
  validators.strict ??= newAjv(false);
  return validators.strict;
};

/** For the path and the query string, where every value arrives as text: numbers and booleans are converted. */
export const coercingAjv = () => {
  validators.coercing ??= newAjv(true);
  return validators.coercing;
};

function newAjv(coerceTypes: boolean): Ajv {
  // Loaded on first use, because most commands validate nothing. Imported with Fastify at the top of the module, it made
  // `docket user list` take 0.56 s of CPU time instead of 0.37 s.
  const load = createRequire(import.meta.url);
  const { Ajv } = load('ajv') as typeof import('ajv');
  const addFormats = load('ajv-formats') as FormatsPlugin;
  const ajv = new Ajv({
    coerceTypes,
    allErrors: true,
    useDefaults: false,
    strict: false,
    verbose: true,
    // 0.07 is a multiple of 0.01, although the division of both leaves a rest.
    multipleOfPrecision: 6,
    // The tests of the OpenAPI document validate the schemas, so a start need not.
    meta: false,
    validateSchema: false,
  });
  addFormats(ajv, ['date-time', 'email', 'uri']);
  addDocketFormats(ajv);
  addDocketKeywords(ajv);
  return ajv;
}
