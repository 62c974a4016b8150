import type { Schema } from './openapi.ts';

interface Field {
  name: string;
  type: string;
  required: boolean;
  description?: string | undefined;
}

/** The TypeScript type of a JSON schema. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) as string;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(typeOf))].join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => grouped(typeOf(part))).join(' & ');
  if (schema.type === undefined) return 'unknown';
  return [schema.type]
    .flat()
    .map((type) => typeOfKind(type, schema))
    .join(' | ');
}

function typeOfKind(type: string, schema: Schema): string {
  switch (type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return `${grouped(typeOf(schema.items ?? {}))}[]`;
    case 'integer':
      return 'number';
    default:
      return type;
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (properties) {
    return fieldsType(
      Object.entries(properties).map(([name, inner]) => ({
        name,
        type: typeOf(inner),
        required: required.includes(name),
        description: inner.description,
      })),
    );
  }
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  return `Record<string, ${value}>`;
}

export function fieldsType(fields: Field[]): string {
  const lines = fields.map(({ name, type, required, description }) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(description)}${key}${required ? '' : '?'}: ${type};`;
  });
  return `{\n${indent(lines.join('\n'))}\n}`;
}

export const comment = (text: string | undefined) =>
  text ? `/** ${text.replaceAll('*/', '*∕').replaceAll('\n', ' ')} */\n` : '';

export const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');

const grouped = (type: string) => (/^\w+$/.test(type) ? type : `(${type})`);
