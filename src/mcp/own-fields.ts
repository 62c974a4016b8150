import { Type } from '../platform/schema.ts';

/** Values of the project's custom fields. A refusal lists the existing fields, so that no tool for them is needed. */
export const ownFields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'Own fields of the project: name to value',
});
