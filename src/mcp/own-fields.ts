import { Type } from '../platform/schema.ts';

/** Values of the project's own fields. A refusal names the fields that there are, so they need no tool of their own. */
export const ownFields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'Own fields of the project: name to value',
});
