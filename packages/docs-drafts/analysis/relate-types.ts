import { splitTopLevel } from '../surface/balanced.ts';

/**
 * The relation of a type to the previous one: `wider` accepts more values; `unknown` if the source alone does not show
 * it.
 */
export type Relation = 'same' | 'wider' | 'narrower' | 'different' | 'unknown';

const primitives = new Set([
  'string',
  'number',
  'bigint',
  'symbol',
  'null',
  'undefined',
  'void',
  'true',
  'false',
]);
const isLiteral = (part: string) => /^(?:"(?:[^"\\]|\\.)*"|-?\d[\w.]*)$/.test(part);
/** Strings, numbers and the like, whose meaning does not depend on other declarations. */
export const isKnownType = (part: string) => primitives.has(part) || isLiteral(part);
const kindOf = (part: string) =>
  part === 'true' || part === 'false'
    ? 'boolean'
    : part.startsWith('"')
      ? 'string'
      : isLiteral(part)
        ? 'number'
        : part;

/** Platform classes that are not subclasses of each other, so that none can replace another. */
const platformClasses =
  /^(?:Uint8Array|Date|RegExp|URL|URLSearchParams|Map|Set|WeakMap|WeakSet|ArrayBuffer|Blob|FormData|Headers|Error|Promise|ReadableStream|WritableStream|AbortSignal|Readable|Writable)(?:<.*>)?$/s;
/** True if the type has the same meaning everywhere: a plain type, a platform class, or a list of such. */
export const isPlatformType = (part: string): boolean =>
  isKnownType(part) ||
  part === 'Buffer' ||
  platformClasses.test(part) ||
  (/^\w+\[\]$/.test(part) && isPlatformType(part.slice(0, -2)));

/**
 * Compares two types by their alternatives. Named types equal only themselves, except for platform classes and the
 * arguments of the same generic type.
 */
export function relateTypes(was: readonly string[], is: readonly string[], depth = 0): Relation {
  if (depth > depthMax) return 'unknown';
  const [elements, others] = [elementsOf(was), elementsOf(is)];
  if (elements && others) return relateTypes(elements, others, depth + 1);
  const inArguments =
    was.length === 1 && is.length === 1 ? relateArguments(was[0] ?? '', is[0] ?? '', depth) : undefined;
  if (inArguments) return inArguments;
  const isWithin = (part: string, all: readonly string[]) =>
    all.includes(part) || (isLiteral(part) && all.includes(kindOf(part)));
  const lost = was.filter((part) => !isWithin(part, is));
  const gained = is.filter((part) => !isWithin(part, was));
  if (lost.length === 0 && gained.length === 0) return 'same';
  if (is.includes('any') || is.includes('unknown')) return was.includes('any') ? 'same' : 'wider';
  if (was.join() === 'unknown' && is.every((part) => isPlatformType(part) || part.endsWith('[]')))
    return 'narrower';
  if (was.includes('any') || was.includes('unknown')) return 'unknown';
  if (lost.length === 0) return 'wider';
  if (gained.length === 0) return 'narrower';
  // A Buffer is a Uint8Array.
  if (lost.every((part) => part === 'Buffer') && gained.every((part) => part.startsWith('Uint8Array')))
    return 'wider';
  if (lost.every((part) => part.startsWith('Uint8Array')) && gained.every((part) => part === 'Buffer'))
    return 'narrower';
  // Something was replaced. Only types with known names can be distinguished.
  const heads = new Set(lost.map(headOf));
  if (
    lost.every(isPlatformType) &&
    gained.every(isPlatformType) &&
    !gained.some((part) => heads.has(headOf(part)))
  )
    return 'different';
  return 'unknown';
}

/** True if values of another kind were added: `number[]` became `(number | string)[]`, `string` became `string | null`. */
export function gainsKinds(was: readonly string[], is: readonly string[]): boolean {
  if (relateTypes(was, is) !== 'wider') return false;
  const [old, now] = [elementsOf(was) ?? was, elementsOf(is) ?? is];
  const gained = now.filter((part) => !old.includes(part));
  return gained.every((part) => primitives.has(part) && !old.map(kindOf).includes(kindOf(part)));
}

/** Types that are kept as text may nest without a limit. */
const depthMax = 50;

/** The alternatives in `(A | B)[]`. */
function elementsOf(type: readonly string[]): string[] | undefined {
  const [, inside] = type.length === 1 ? (/^(?:readonly )?(.+)\[\]$/s.exec(type[0] ?? '') ?? []) : [];
  if (inside === undefined || /=>| & /.test(inside)) return undefined;
  return splitTopLevel(/^\((.*)\)$/s.exec(inside)?.[1] ?? inside, '|');
}

/** True if `any` became `unknown`: what is read must now be checked first. */
export function losesAny(was: readonly string[], is: readonly string[]): boolean {
  const [old, now] = [was.join(' | '), is.join(' | ')];
  return old !== now && old.replace(/\bany\b/g, 'unknown') === now;
}

const headOf = (part: string) => part.replace(/<.*$/s, '');

/** `Record<string, A | null>` and `Record<string, A>` relate like their last arguments. */
function relateArguments(was: string, is: string, depth: number): Relation | undefined {
  const shape = /^(Record|Array|ReadonlyArray|Promise|Set|Map|Partial|Readonly)<(.*)>$/s;
  const [, oldHead, oldList = ''] = shape.exec(was) ?? [];
  const [, head, list = ''] = shape.exec(is) ?? [];
  if (oldHead === undefined || oldHead !== head) return undefined;
  const [old, now] = [splitTopLevel(oldList, ','), splitTopLevel(list, ',')];
  const differing = old.flatMap((part, index) => (part === now[index] ? [] : [index]));
  const [at] = differing;
  if (old.length !== now.length || differing.length > 1) return undefined;
  if (at === undefined) return 'same';
  return at === old.length - 1
    ? relateTypes(splitTopLevel(old[at] ?? '', '|'), splitTopLevel(now[at] ?? '', '|'), depth + 1)
    : undefined;
}

export interface MemberChange {
  name: string;
  change: 'became required' | 'is new and required' | 'was removed';
}

/** Compares the members of an object type that callers pass, such as inline options. */
export function compareInlineMembers(was: readonly string[], is: readonly string[]): MemberChange[] {
  const [old, now] = [inlineMembers(was), inlineMembers(is)];
  if (!old || !now) return [];
  const changes: MemberChange[] = [];
  for (const [name, { isOptional }] of now) {
    const before = old.get(name);
    if (!isOptional && before === undefined) changes.push({ name, change: 'is new and required' });
    else if (!isOptional && before?.isOptional) changes.push({ name, change: 'became required' });
  }
  for (const name of old.keys()) if (!now.has(name)) changes.push({ name, change: 'was removed' });
  return changes;
}

/** The members of the only object type among the alternatives. */
function inlineMembers(type: readonly string[]): Map<string, { isOptional: boolean }> | undefined {
  const objects = type.filter((part) => part !== 'undefined' && part !== 'null');
  const [only] = objects;
  if (objects.length !== 1 || !only?.startsWith('{ ') || !only.endsWith(' }')) return undefined;
  const members = new Map<string, { isOptional: boolean }>();
  for (const text of splitTopLevel(only.slice(2, -2), ';')) {
    const [, name, optional] = /^(?:readonly )?([\w$"-]+)(\?)?[:(]/.exec(text) ?? [];
    if (name === undefined) return undefined;
    members.set(name, { isOptional: optional === '?' });
  }
  return members;
}
