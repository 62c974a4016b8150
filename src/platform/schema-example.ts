import type { JsonSchema } from './json-schema.ts';

/** Builds a value that fits the schema; each part is taken from the nearest `examples`, `const`, `default` or `enum`. */
export function makeExample(schema: JsonSchema): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const variants = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (variants?.[0]) return makeExample(variants[0]);
  if (schema.allOf) return Object.assign({}, ...(schema.allOf as JsonSchema[]).map(makeExample));
  return exampleOfType(schema);
}

function exampleOfType(schema: JsonSchema): unknown {
  const [type, ...more] = [schema.type ?? 'object'].flat();
  switch (type) {
    case 'object':
      return exampleOfObject(schema);
    case 'array':
      return schema.items ? [makeExample(schema.items)] : [];
    // `null` documents a nullable text better than an invented word.
    case 'string':
      return more.includes('null') ? null : 'text';
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function exampleOfObject({ properties = {} }: JsonSchema): object {
  return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, makeExample(inner)]));
}
