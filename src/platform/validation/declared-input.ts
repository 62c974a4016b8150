import type { FieldMessages } from '../errors.ts';
import { strictAjv } from './ajv.ts';
import { inputShape, type Shape, unite } from './input-shape.ts';

interface SeparatedInput {
  /** The value without undeclared parts: the value itself if there are none, otherwise a copy. */
  declared: unknown;
  /** The paths of the dropped fields, ten at most. */
  unknown: string[][];
}

interface Walk {
  path: (string | number)[];
  unknown: string[][];
}

type Fields = Record<string, unknown>;

const namedMax = 10;
const nameLengthMax = 60;
const nothing: string[][] = [];

/**
 * Separates what a schema declares from what it does not, in one walk. Handlers receive only what is declared: one that
 * passes its whole input on would otherwise let the caller set internal fields, such as the role of an account.
 */
export function separateInput(schema: object, value: unknown): SeparatedInput {
  const walk: Walk = { path: [], unknown: nothing };
  return { declared: keepDeclared(inputShape(schema), value, walk), unknown: walk.unknown };
}

export const describeUnknownFields = (paths: string[][]): FieldMessages =>
  Object.fromEntries(
    paths.map((path) => [path.join('.'), [`There is no field ${JSON.stringify(path.at(-1))} here`]]),
  );

function keepDeclared(shape: Shape | undefined, value: unknown, walk: Walk): unknown {
  if (!shape || shape.isFree || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return keepInList(shape, value, walk);
  if (!shape.others) return value;
  const kept = keepInObject(shape, value as Fields, walk);
  return shape.alternatives.length > 0 ? keepOfAlternatives(shape, kept, walk) : kept;
}

function keepInList({ items }: Shape, list: unknown[], walk: Walk): unknown[] {
  if (!items) return list;
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const kept = keepInside(items, index, list[index], walk);
    if (kept === list[index]) continue;
    copy ??= [...list];
    copy[index] = kept;
  }
  return copy ?? list;
}

function keepInObject({ properties, others, shapeOfOthers }: Shape, value: Fields, walk: Walk): Fields {
  let copy: Fields | undefined;
  for (const name in value) {
    let inner = properties.get(name);
    if (inner === undefined && !properties.has(name)) {
      // Assigning `__proto__` would set the prototype of the copy.
      if (others !== 'kept' || name === '__proto__') addUnknown(walk, name);
      if (others === 'dropped' || name === '__proto__') {
        copy ??= fieldsBefore(value, name);
        continue;
      }
      inner = shapeOfOthers;
    }
    const item = value[name];
    const kept = keepInside(inner, name, item, walk);
    if (kept !== item) copy ??= fieldsBefore(value, name);
    if (copy) copy[name] = kept;
  }
  return copy ?? value;
}

function keepInside(shape: Shape | undefined, name: string | number, item: unknown, walk: Walk): unknown {
  if (!shape || typeof item !== 'object') return item;
  walk.path.push(name);
  const kept = keepDeclared(shape, item, walk);
  walk.path.pop();
  return kept;
}

function addUnknown(walk: Walk, name: string): void {
  if (walk.unknown === nothing) walk.unknown = [];
  if (walk.unknown.length < namedMax)
    walk.unknown.push([...walk.path.map(String), name.slice(0, nameLengthMax)]);
}

function fieldsBefore(value: Fields, end: string): Fields {
  const copy: Fields = {};
  for (const name in value) {
    if (name === end) break;
    copy[name] = value[name];
  }
  return copy;
}

/** The alternatives of anyOf and oneOf that accept the value declare its fields. If none does, validation refuses it. */
function keepOfAlternatives({ alternatives }: Shape, value: Fields, walk: Walk): unknown {
  const isOfAll = (name: string) => alternatives.every(({ shape }) => shape.properties.has(name));
  if (Object.keys(value).every(isOfAll)) return value;
  const accepting = alternatives.filter(({ schema }) => strictAjv().compile(schema)(value));
  if (accepting.length === 0) return value;
  return keepDeclared(unite(accepting.map(({ shape }) => shape)), value, walk);
}
