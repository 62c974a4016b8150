import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../json-schema.ts';

const schemaKeywords = ['items', 'additionalProperties', 'not'];
const listKeywords = ['anyOf', 'allOf', 'oneOf', 'prefixItems'];
const instantNote = 'A date without a time (`2026-12-24`) means the end of that day.';

/** Moves each schema that has a title to `components.schemas` and puts a `$ref` in its position. */
export function newSchemaCollection() {
  const schemas: Record<string, JsonSchema> = {};
  // A hundred routes answer with a ticket.
  const collected = new Map<JsonSchema, JsonSchema>();

  function collect(schema: JsonSchema): JsonSchema {
    const known = collected.get(schema) ?? collectNew(schema);
    collected.set(schema, known);
    return known;
  }

  function collectNew(schema: JsonSchema): JsonSchema {
    if (schema.title === undefined) return plain(schema);
    const isNullable = Array.isArray(schema.type) && schema.type.includes('null');
    const reference = define(schema.title, plain(isNullable ? withoutNull(schema) : schema));
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  }

  function define(title: string, schema: JsonSchema): JsonSchema {
    const known = schemas[title];
    if (known && !isDeepStrictEqual(known, schema)) {
      throw new Error(`Two different schemas have the title "${title}". Give one of them another title.`);
    }
    schemas[title] = schema;
    return { $ref: `#/components/schemas/${title}` };
  }

  function plain(schema: JsonSchema): JsonSchema {
    const copy: JsonSchema = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword.startsWith('x-') || keyword === 'patternProperties') continue;
      copy[keyword] = plainKeyword(keyword, value);
    }
    // The builders write "any name" as patternProperties; generators support additionalProperties better.
    const anyName = (schema.patternProperties as Record<string, JsonSchema> | undefined)?.['^.*$'];
    if (anyName) copy.additionalProperties = collect(anyName);
    if (schema.format === 'instant') {
      copy.format = 'date-time';
      copy.description ??= instantNote;
    }
    if (schema.format === 'calendar-date') copy.format = 'date';
    return copy;
  }

  function plainKeyword(keyword: string, value: unknown): unknown {
    if (keyword === 'properties') {
      const entries = Object.entries(value as Record<string, JsonSchema>);
      return Object.fromEntries(entries.map(([name, inner]) => [name, collect(inner)]));
    }
    if (listKeywords.includes(keyword)) return (value as JsonSchema[]).map(collect);
    return schemaKeywords.includes(keyword) && typeof value === 'object'
      ? collect(value as JsonSchema)
      : value;
  }

  return { schemas, collect };
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const [type, ...more] = (schema.type as string[]).filter((name) => name !== 'null');
  return {
    ...schema,
    type: more.length > 0 ? [type as string, ...more] : (type as string),
    ...(schema.enum && { enum: schema.enum.filter((word) => word !== null) }),
  };
}
