interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** What a schema declares of objects and lists, compiled once. A schema that allows neither has no shape. */
export interface Shape {
  /** True if everything is kept, because the schema declares nothing about the contents. */
  isFree: boolean;
  properties: Map<string, Shape | undefined>;
  items: Shape | undefined;
  /**
   * What happens to undeclared fields. `refused`: they stay for validation to refuse, because the schema has
   * `additionalProperties: false`. Undefined if the schema allows no object.
   */
  others: 'dropped' | 'refused' | 'kept' | undefined;
  shapeOfOthers: Shape | undefined;
  /** The objects of anyOf or oneOf, if there are several. `properties` then has the properties of all of them. */
  alternatives: { schema: object; shape: Shape }[];
}

const free: Shape = {
  isFree: true,
  properties: new Map(),
  items: undefined,
  others: 'kept',
  shapeOfOthers: undefined,
  alternatives: [],
};

const shapes = new WeakMap<object, { shape: Shape | undefined }>();

export function inputShape(schema: Schema): Shape | undefined {
  let known = shapes.get(schema);
  if (!known) {
    known = { shape: compile(schema) };
    shapes.set(schema, known);
  }
  return known.shape;
}

/** The union of what several shapes declare. */
export function unite(list: (Shape | undefined)[]): Shape | undefined {
  const parts = list.filter((shape) => shape !== undefined);
  if (parts.length <= 1) return parts[0];
  if (parts.some(({ isFree }) => isFree)) return free;
  const properties: Shape['properties'] = new Map();
  for (const part of parts)
    for (const [name, shape] of part.properties) properties.set(name, unite([properties.get(name), shape]));
  return {
    isFree: false,
    properties,
    items: unite(parts.map(({ items }) => items)),
    others: (['kept', 'dropped', 'refused'] as const).find((one) =>
      parts.some(({ others }) => others === one),
    ),
    shapeOfOthers: unite(parts.map(({ shapeOfOthers }) => shapeOfOthers)),
    alternatives: [],
  };
}

function compile(schema: Schema): Shape | undefined {
  const own = unite([compileOwn(schema), ...(schema.allOf ?? []).map(inputShape)]);
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((alternative) => {
    const shape = unite([own, inputShape(alternative)]);
    return shape ? [{ schema: alternative, shape }] : [];
  });
  const united = unite([own, ...alternatives.map(({ shape }) => shape)]);
  if (!united || united.isFree || alternatives.length <= 1) return united;
  return { ...united, alternatives };
}

function compileOwn(schema: Schema): Shape | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties, items } = schema;
  const others = whatHappensToOthers(schema);
  if (!others && !items) return allowsAnything(schema) ? free : undefined;
  const schemasOfOthers = Object.values(patternProperties);
  if (typeof additionalProperties === 'object') schemasOfOthers.push(additionalProperties);
  return {
    isFree: false,
    properties: new Map(Object.entries(properties).map(([name, inner]) => [name, inputShape(inner)])),
    items: items && inputShape(items),
    others,
    shapeOfOthers: unite(schemasOfOthers.map(inputShape)),
    alternatives: [],
  };
}

function whatHappensToOthers({
  properties,
  patternProperties,
  additionalProperties,
}: Schema): Shape['others'] {
  if (patternProperties || additionalProperties) return 'kept';
  if (additionalProperties === false) return 'refused';
  return properties && 'dropped';
}

function allowsAnything({ type, anyOf, oneOf, allOf, ...limits }: Schema): boolean {
  if (type !== undefined) return [type].flat().some((one) => one === 'object' || one === 'array');
  return !(anyOf || oneOf || allOf || 'enum' in limits || 'const' in limits);
}
