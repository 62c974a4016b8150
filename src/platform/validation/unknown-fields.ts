import type { FieldMessages } from '../errors.ts';

interface Schema {
  properties?: Record<string, Schema>;
  patternProperties?: object;
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

const foundMax = 10;
const nameLengthMax = 60;

/** The paths of the fields that a schema does not have, ten at most. */
export function findUnknownFields(schema: object, value: unknown): string[][] {
  const found: string[][] = [];
  if (typeof value === 'object' && value !== null) collect(schema, value, [], found);
  return found;
}

export const describeUnknownFields = (paths: string[][]): FieldMessages =>
  Object.fromEntries(
    paths.map((path) => [path.join('.'), [`There is no field ${JSON.stringify(path.at(-1))} here`]]),
  );

function collect(schema: Schema, value: object, path: string[], found: string[][]): void {
  const { properties, isOpen, items } = shapeOf(schema);
  const inList = Array.isArray(value);
  for (const [name, item] of Object.entries(value)) {
    if (found.length >= foundMax) return;
    const known = inList ? items : properties.get(name);
    if (!known) {
      if (!inList && !isOpen) found.push([...path, name.slice(0, nameLengthMax)]);
    } else if (typeof item === 'object' && item !== null) {
      collect(known, item as object, [...path, name], found);
    }
  }
}

/** What the alternatives of a schema know together. */
interface Shape {
  properties: Map<string, Schema>;
  /** A field of any name is known. */
  isOpen: boolean;
  items: Schema | undefined;
}

const shapes = new WeakMap<Schema, Shape>();

function shapeOf(schema: Schema): Shape {
  let shape = shapes.get(schema);
  if (!shape) {
    const alternatives = alternativesOf(schema);
    shape = {
      properties: new Map(),
      isOpen: alternatives.every(({ properties }) => !properties) || alternatives.some(takesAnyField),
      items: alternatives.find(({ items }) => items)?.items,
    };
    for (const { properties = {} } of alternatives) {
      for (const [name, property] of Object.entries(properties)) {
        const other = shape.properties.get(name);
        shape.properties.set(name, other ? { anyOf: [other, property] } : property);
      }
    }
    shapes.set(schema, shape);
  }
  return shape;
}

const alternativesOf = (schema: Schema): Schema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(alternativesOf),
];

const takesAnyField = ({ additionalProperties, patternProperties }: Schema) =>
  (additionalProperties !== undefined && additionalProperties !== false) || patternProperties !== undefined;
