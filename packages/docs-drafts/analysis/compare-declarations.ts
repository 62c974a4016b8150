import { splitTopLevel } from '../surface/balanced.ts';
import type { Declaration } from '../surface/declaration.ts';
import { joinAlternatives } from '../surface/script/print-type.ts';
import { type Grade, gravest, type Verdict } from './grade.ts';
import { type GoTypes, gradeCallback, gradeCalls, gradeGoTypes, type Language } from './grade-calls.ts';
import { gainsKinds, isKnownType, losesAny, relateTypes } from './relate-types.ts';
import { verdictOf } from './rules/declaration-rules.ts';
import { awaitable, callbackType, writtenByCallers } from './rules/name-rules.ts';

/** A declaration with its inherited members, on one side of the comparison. */
export interface Shape {
  declaration: Declaration;
  members: ReadonlyMap<string, Declaration>;
  /** Bases that could not be read; a member may come from them. */
  unreadBases: ReadonlySet<string>;
  /** The names of the bases and of their bases. */
  ancestors?: ReadonlySet<string>;
  /** True if users get it from the package and never pass it. */
  isOnlyRead?: boolean;
  /** True if users pass it to the package and never get it. */
  isOnlyWritten?: boolean;
}

export interface Difference {
  /** The member that differs; undefined for the declaration itself. */
  member: string | undefined;
  change: 'added' | 'removed' | 'changed' | 'deprecated';
  before: string | undefined;
  after: string | undefined;
  verdict: Verdict;
}

const unchanged: Verdict = { grade: 'changed', reason: '' };

/** The differences between two declarations of the same public name, each with a verdict. */
export function compareDeclarations(
  was: Shape,
  is: Shape,
  language: Language,
  goTypes: GoTypes = new Map(),
): Difference[] {
  const differences = compareMembers(was, is, language, goTypes);
  const own = compareItself(was.declaration, is.declaration, language, goTypes);
  if (own)
    differences.unshift({
      member: undefined,
      change: 'changed',
      before: was.declaration.signature,
      after: is.declaration.signature,
      verdict: own,
    });
  if (is.declaration.isDeprecated && !was.declaration.isDeprecated)
    differences.push({
      member: undefined,
      change: 'deprecated',
      before: undefined,
      after: is.declaration.signature,
      verdict: unchanged,
    });
  return differences;
}

function compareItself(
  was: Declaration,
  is: Declaration,
  language: Language,
  goTypes: GoTypes,
): Verdict | undefined {
  if (was.calls && is.calls) {
    if (language === 'typed script' && isCallbackType(was)) return gradeCallback(was.calls, is.calls);
    const inCalls = gradeCalls(was.calls, is.calls, language, goTypes);
    const waiting = language === 'python' ? gradeWaiting(was, is) : undefined;
    const verdict = gravest([inCalls, waiting].filter((one) => one !== undefined));
    if (!verdict) return undefined;
    // A decorator may change its signature, and a function type is usually that of a callback.
    return ((was.isOpen || is.isOpen) && !haveSameWrapper(was, is)) ||
      (was.kind === 'type' && language !== 'go')
      ? softened(verdict)
      : verdict;
  }
  if (was.isOpen || is.isOpen) return undefined;
  if ((isPlainValue(was) && is.kind === 'function') || (was.kind === 'function' && isPlainValue(is)))
    return verdictOf('breaks', 'otherKind', was.kind, is.kind);
  if (
    language === 'go' &&
    was.kind !== is.kind &&
    [was, is].every(({ kind }) => /^(?:class|interface)$/.test(kind))
  )
    return verdictOf('breaks', 'otherGoKind', goKind(is), goKind(was));
  if (language === 'go' && typeParametersOf(was) !== typeParametersOf(is))
    return verdictOf('breaks', 'otherArity');
  if (was.kind !== is.kind && !areSameKind(was, is))
    return verdictOf(language === 'go' ? 'breaks' : 'may break', 'otherKind', was.kind, is.kind);
  if (was.members && is.members) return undefined;
  if (!was.type || !is.type) return undefined;
  const [before, after] = [joinAlternatives(was.type), joinAlternatives(is.type)];
  if (language === 'go') return gradeGoTypes(was.type[0] ?? '', is.type[0] ?? '', goTypes, 'field');
  const relation = relateTypes(was.type, is.type);
  const other = (grade: Grade) => verdictOf(grade, 'otherType', shorten(before), shorten(after));
  if (relation === 'same') return undefined;
  // A value that was removed from a union of strings can no longer be written or compared.
  const lost = was.type.filter((part) => !is.type?.includes(part));
  if (was.kind === 'type' && relation === 'narrower' && lost.every((part) => part.startsWith('"')))
    return verdictOf('breaks', 'leftUnion', lost.join(', '));
  if (relation === 'narrower' && writtenByCallers.test(was.signature)) return other('breaks');
  if (relation === 'different' && was.kind !== 'type') return other('breaks');
  return other(relation === 'wider' && was.kind === 'type' ? 'changed' : 'may break');
}

const goKind = ({ kind }: Declaration) => (kind === 'class' ? 'a struct' : 'an interface');

/** The number of type parameters in `type Name[K comparable, V any]`. */
function typeParametersOf({ signature }: Declaration): number {
  const [, list] = /^type \w+\[((?:[^[\]]|\[[^[\]]*\])*)\]/.exec(signature) ?? [];
  return list === undefined ? 0 : splitTopLevel(list).length;
}

/** True if both sides have the same decorators with plain names, which keep the parameters of the function. */
const haveSameWrapper = ({ decorators: was = [] }: Declaration, { decorators: is = [] }: Declaration) =>
  was.length > 0 && was.join() === is.join() && was.every((name) => /^[a-z]\w*$/.test(name));

/** A coroutine must be awaited, other results cannot be. */
function gradeWaiting(was: Declaration, is: Declaration): Verdict | undefined {
  const isCoroutine = ({ signature }: Declaration) => signature.startsWith('async ');
  if (isCoroutine(was) === isCoroutine(is) || was.decorators?.join() !== is.decorators?.join())
    return undefined;
  const [result] = (isCoroutine(was) ? is : was).calls?.[0]?.returns ?? [];
  if (result !== undefined && awaitable.test(result)) return undefined;
  // A function without an annotation may return a coroutine that it received.
  const grade = result === undefined ? 'may break' : 'breaks';
  return verdictOf(grade, isCoroutine(is) ? 'coroutine' : 'noCoroutine');
}

/** True for a TypeScript value that cannot be called, whatever its named types are. */
const isPlainValue = ({ kind, calls, type }: Declaration) =>
  kind === 'value' &&
  calls === undefined &&
  type?.every((part) =>
    /^(?:string|number|boolean|true|false|bigint|undefined|null|"[^"]*"|\d+|[\w.]+\[\])$/.test(part),
  ) === true;

/** True for a function type whose name says that others implement it. */
const isCallbackType = ({ kind, signature, calls }: Declaration) =>
  kind === 'type' && calls?.length === 1 && callbackType.test(signature);

export const softened = (verdict: Verdict): Verdict =>
  verdict.grade === 'breaks' ? { ...verdict, grade: 'may break' } : verdict;

const areSameKind = (was: Declaration, is: Declaration) => {
  const groups: Declaration['kind'][][] = [
    ['interface', 'type'],
    ['function', 'value'],
    ['class', 'value'],
    ['value', 'module', 'namespace'],
    ['enum', 'value'],
    // A handwritten class may replace a variable with a construct signature.
    ['class', 'interface'],
  ];
  return groups.some((group) => group.includes(was.kind) && group.includes(is.kind));
};

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

function compareMembers(was: Shape, is: Shape, language: Language, goTypes: GoTypes): Difference[] {
  // If one side has no members, they are unknown rather than removed.
  if (!was.declaration.members || !is.declaration.members) return [];
  const differences: Difference[] = [];
  const isUncertain =
    (is.declaration.isOpen === true && was.declaration.isOpen !== true) ||
    [...is.unreadBases].some((base) => !was.unreadBases.has(base));
  for (const [name, old] of was.members) {
    if (isHidden(name, old)) continue;
    const now = is.members.get(name);
    if (!now) {
      if (isImplicit(name, old) || old.assignedIn === 'method') continue;
      const isAbsent = now === undefined && !isUncertain;
      differences.push({
        member: name,
        change: 'removed',
        before: old.signature,
        after: undefined,
        verdict: isAbsent
          ? verdictOf('breaks', 'memberGone', name)
          : verdictOf('may break', 'elsewhere', name),
      });
      continue;
    }
    // Nothing but its name is known.
    if (old.assignedIn) continue;
    if (now.isInternal) {
      differences.push({
        member: name,
        change: 'removed',
        before: old.signature,
        after: now.signature,
        verdict: verdictOf('may break', 'memberInternal', name),
      });
      continue;
    }
    const compared = was.isOnlyRead
      ? (compareForReaders(old, now) ?? compareMember(old, now, was, language, goTypes))
      : compareMember(old, now, was, language, goTypes);
    // A callable type is usually that of a callback, which its users write and others call.
    const isCallback = name === '()' && was.declaration.kind === 'interface';
    const verdict = compared && isCallback ? softened(compared) : compared;
    if (verdict)
      differences.push({
        member: name,
        change: 'changed',
        before: old.signature,
        after: now.signature,
        verdict,
      });
    if (now.isDeprecated && !old.isDeprecated)
      differences.push({
        member: name,
        change: 'deprecated',
        before: undefined,
        after: now.signature,
        verdict: unchanged,
      });
  }
  for (const [name, now] of is.members) {
    if (was.members.has(name) || isHidden(name, now) || name === 'constructor' || name === '()') continue;
    if (now.assignedIn) continue;
    differences.push({
      member: name,
      change: 'added',
      before: undefined,
      after: now.signature,
      verdict: gradeAddition(name, now, was, language),
    });
  }
  return differences;
}

const isHidden = (name: string, { isInternal }: Declaration) =>
  isInternal === true || (/^(?:static )?(?:_|#|\[)/.test(name) && !/^__(?:init|call)__$/.test(name));

/** A constructor without parameters exists even if it is not written. */
const isImplicit = (name: string, { calls }: Declaration) =>
  /^(?:constructor|__init__|new)$/.test(name) || (name === '()' && calls === undefined);

function compareMember(
  was: Declaration,
  is: Declaration,
  ownerShape: Shape,
  language: Language,
  goTypes: GoTypes,
): Verdict | undefined {
  const { declaration: owner } = ownerShape;
  if (was.isProperty && is.kind === 'function' && !is.isOpen) return verdictOf('breaks', 'becameMethod');
  if (was.kind === 'function' && !was.isOpen && is.isProperty) return verdictOf('breaks', 'becameProperty');
  if (
    language === 'python' &&
    was.kind === 'function' &&
    is.kind === 'value' &&
    !is.calls &&
    is.signature !== is.alias
  )
    return undefined;
  if (was.isOptional && !is.isOptional && language === 'typed script' && !was.calls)
    return isPassedByCallers(ownerShape)
      ? verdictOf('breaks', 'memberRequired')
      : verdictOf('may break', 'memberNotOptional');
  if (
    language === 'typed script' &&
    isPassedByCallers(ownerShape) &&
    was.calls?.length === 1 &&
    is.calls?.length === 1
  )
    return gradeCallback(was.calls, is.calls);
  if (language === 'typed script' && was.type && is.type && losesAny(was.type, is.type))
    return isPassedByCallers(ownerShape)
      ? undefined
      : verdictOf('breaks', 'otherType', joinAlternatives(was.type), joinAlternatives(is.type));
  const verdict = compareItself(was, is, language, goTypes);
  if (verdict && language === 'typed script' && isPassedByCallers(ownerShape) && takesFewerKinds(was, is))
    return { grade: 'breaks', reason: verdict.reason };
  // Subclasses that implement the old form break, unless the library still accepts it.
  if (verdict && was.isHook && is.isHook) return softened(verdict);
  // Code that reads it may call methods that only a Buffer has.
  if (verdict && language === 'typed script' && lacksBuffer(was, is) && !isPassedByCallers(ownerShape))
    return { grade: 'breaks', reason: verdict.reason };
  if (verdict && language === 'go' && owner.kind === 'interface' && verdict.grade === 'may break')
    return { grade: 'breaks', reason: verdict.reason };
  // Configurations may still use values that were valid before.
  if (verdict && language === 'go' && is.type?.[0] === 'any' && writtenByCallers.test(owner.signature))
    return softened(verdict);
  return verdict;
}

/** Finds what readers of a property can no longer rely on: it may be missing, or have a value of another kind. */
function compareForReaders(was: Declaration, is: Declaration): Verdict | undefined {
  if (was.calls || is.calls || was.kind === 'function') return undefined;
  if (!was.isOptional && is.isOptional) return verdictOf('breaks', 'mayBeMissing');
  if (!was.type || !is.type || !gainsKinds(was.type, is.type)) return undefined;
  return verdictOf(
    'breaks',
    'otherType',
    shorten(joinAlternatives(was.type)),
    shorten(joinAlternatives(is.type)),
  );
}

/** True if callers who passed a string, a number, a list of them or the like no longer can. */
const takesFewerKinds = ({ type: was = [] }: Declaration, { type: is = [] }: Declaration) =>
  relateTypes(was, is) === 'narrower' &&
  was.some(
    (part) =>
      !is.includes(part) && isKnownType(part.replace(/\[\]$/, '')) && !/^(?:null|undefined|void)$/.test(part),
  );

const lacksBuffer = ({ type: was = [] }: Declaration, { type: is = [] }: Declaration) =>
  was.includes('Buffer') && !is.includes('Buffer') && is.some((part) => part.startsWith('Uint8Array'));

const isPassedByCallers = ({ declaration: { kind, signature }, isOnlyWritten }: Shape) =>
  kind === 'interface' && (isOnlyWritten === true || writtenByCallers.test(signature));

function gradeAddition(name: string, now: Declaration, ownerShape: Shape, language: Language): Verdict {
  const { declaration: owner } = ownerShape;
  if (owner.kind !== 'interface') return unchanged;
  if (language === 'go') return verdictOf('may break', 'newMethod', name);
  if (now.isOptional || language !== 'typed script') return unchanged;
  return isPassedByCallers(ownerShape) ? verdictOf('breaks', 'newRequired', name) : unchanged;
}
