import { splitTopLevel } from '../surface/balanced.ts';
import type { Call, Parameter } from '../surface/declaration.ts';
import { joinAlternatives } from '../surface/script/print-type.ts';
import { type Grade, gravest, mildest, type Verdict } from './grade.ts';
import { compareInlineMembers, isPlatformType, losesAny, relateTypes } from './relate-types.ts';
import { verdictOf } from './rules/declaration-rules.ts';

export type Language = 'typed script' | 'script' | 'python' | 'go';

/** Types of a Go package by name: alias targets and underlying types. */
export type GoTypes = ReadonlyMap<string, { text: string; isAlias: boolean }>;

/** Grades whether earlier calls are still valid; undefined if nothing changed for callers. */
export function gradeCalls(
  was: Call[],
  is: Call[],
  language: Language,
  goTypes: GoTypes,
): Verdict | undefined {
  const grade = {
    go: gradeGoCall,
    python: gradePythonCall,
    script: gradeScriptCall,
    'typed script': gradeTypedCall,
  };
  return gradeOverloads(was, is, (old, now) => grade[language](old, now, goTypes));
}

/** Grades each earlier call by the new one that suits it best. */
export function gradeOverloads(
  was: Call[],
  is: Call[],
  grade: (old: Call, now: Call) => Verdict | undefined,
): Verdict | undefined {
  const verdicts = was.flatMap((old) => {
    // If there are overloads, it is enough that one accepts the call.
    const nearest = is.toSorted((a, b) => distance(a, old) - distance(b, old));
    const candidates = nearest.map((now) => grade(old, now));
    if (candidates.some((one) => one === undefined)) return [];
    const best = mildest(candidates.filter((one) => one !== undefined));
    return best ? [best] : [];
  });
  return gravest(verdicts);
}

/** Among equal verdicts, the one about the call with the nearest number of parameters is the most useful. */
const distance = (a: Call, b: Call) => Math.abs(a.parameters.length - b.parameters.length);

function gradeTypedCall(was: Call, is: Call): Verdict | undefined {
  const verdicts: Verdict[] = [];
  for (const [index, old] of was.parameters.entries()) {
    const now = parameterAt(is, index);
    if (!now) verdicts.push(verdictOf(old.isRest ? 'may break' : 'breaks', 'parameterGone', old.name));
    else verdicts.push(...gradeParameter(old, now));
  }
  const last = was.parameters.at(-1);
  for (const now of is.parameters.slice(was.parameters.length))
    if (!now.isOptional && !last?.isRest) verdicts.push(verdictOf('breaks', 'newParameter', now.name));
  if (was.returns && is.returns) verdicts.push(...gradeResult(was.returns, is.returns));
  const [oldTypes, nowTypes] = [was.typeParameters ?? 0, is.requiredTypeParameters ?? 0];
  if (oldTypes > 0 && (nowTypes > oldTypes || (is.typeParameters ?? 0) < oldTypes))
    verdicts.push(verdictOf('may break', 'otherTypeParameters'));
  return gravest(verdicts);
}

/**
 * Grades whether functions that others wrote for the old signature, and that the library calls, are still valid:
 * additional arguments are harmless, missing or different ones are not.
 */
export function gradeCallback([was]: Call[], [is]: Call[]): Verdict | undefined {
  if (!was || !is) return undefined;
  if (was.parameters.length > is.parameters.length && !is.parameters.at(-1)?.isRest)
    return verdictOf('breaks', 'fewerArguments', is.parameters.length, was.parameters.length);
  const verdicts = was.parameters.flatMap((old, index): Verdict[] => {
    const now = parameterAt(is, index);
    if (!old.type || !now?.type) return [];
    const relation = relateTypes(now.type, old.type);
    const types = [joinAlternatives(now.type), joinAlternatives(old.type)] as const;
    if (relation === 'different') return [verdictOf('breaks', 'otherArgument', now.name, ...types)];
    return relation === 'narrower' || relation === 'unknown'
      ? [verdictOf('may break', 'otherArgument', now.name, ...types)]
      : [];
  });
  if (was.returns && is.returns) {
    const relation = relateTypes(was.returns, is.returns);
    if (relation !== 'same' && relation !== 'wider')
      verdicts.push(
        verdictOf('may break', 'otherAnswer', joinAlternatives(is.returns), joinAlternatives(was.returns)),
      );
  }
  return gravest(verdicts);
}

const parameterAt = ({ parameters }: Call, index: number): Parameter | undefined => {
  const last = parameters.at(-1);
  return parameters[index] ?? (last?.isRest ? last : undefined);
};

function gradeParameter(was: Parameter, is: Parameter): Verdict[] {
  if (was.isOptional && !is.isOptional && !was.isRest)
    return [verdictOf('breaks', 'parameterRequired', is.name)];
  if (!was.type || !is.type || was.isRest !== is.isRest) return [];
  const members = compareInlineMembers(was.type, is.type).map(
    ({ name, change }): Verdict =>
      verdictOf(change === 'was removed' ? 'may break' : 'breaks', 'otherMember', is.name, name, change),
  );
  if (members.length > 0) return members;
  const without = (type: string[]) => type.filter((part) => part !== 'undefined');
  const relation = relateTypes(without(was.type), without(is.type));
  if (relation === 'same' || relation === 'wider') return [];
  const isCertain =
    relation === 'different' ||
    (relation === 'narrower' && (isPlain(was.type) || without(was.type).every(isPlatformType)));
  const types = [joinAlternatives(is.type), joinAlternatives(was.type)] as const;
  return [verdictOf(isCertain ? 'breaks' : 'may break', 'otherParameter', is.name, ...types)];
}

/** Strings, numbers and the like, whose meaning does not depend on other declarations. */
const isPlain = (type: string[]) => type.every((part) => /^(?:[a-z]+|"[^"]*"|-?\d+)$/.test(part));

function gradeResult(was: string[], is: string[]): Verdict[] {
  const other = (grade: Grade) => [
    verdictOf(grade, 'otherResult', joinAlternatives(is), joinAlternatives(was)),
  ];
  const [promisedBefore, promised] = [promisedBy(was), promisedBy(is)];
  if (promised && promisedBefore)
    return gradeResult(promisedBefore, promised).flatMap(({ grade }) => other(grade));
  const isSame = promised?.join() === was.join();
  if (promised && !promisedBefore && (isPlain(was) || isSame) && !isAnything(was))
    return [verdictOf(was.includes('void') ? 'may break' : 'breaks', 'promise')];
  if (is.every((part) => part === 'void') && !isAnything(was) && !was.includes('void'))
    return other(was.every((part) => /^(?:undefined|never)$/.test(part)) ? 'changed' : 'breaks');
  if (losesAny(was, is)) return other('breaks');
  const relation = relateTypes(was, is);
  if (relation === 'wider') {
    if (is.includes('any') || was.includes('void')) return [];
    const gained = is.filter((part) => !was.includes(part));
    const isNullable = gained.every((part) => part === 'undefined' || part === 'null');
    const wasSure = !was.includes('undefined') && !was.includes('null') && !isAnything(was);
    return other(isNullable && wasSure ? 'breaks' : 'may break');
  }
  if (relation === 'different') return other(was.includes('void') ? 'changed' : 'breaks');
  return relation === 'unknown' ? other('may break') : [];
}

/** What a promise resolves to; undefined for other types. */
function promisedBy(type: string[]): string[] | undefined {
  const [, inside] = type.length === 1 ? (/^Promise(?:Like)?<(.*)>$/s.exec(type[0] ?? '') ?? []) : [];
  return inside === undefined ? undefined : splitTopLevel(inside, '|').sort();
}

/** `any`, `unknown` and type parameters (`T`, `TResult`) stand for every type. */
const isAnything = (type: string[]) => type.some((part) => /^(?:any|unknown|[A-Z]|T[A-Z]\w*)$/.test(part));

/** Without types, JavaScript passes undefined for missing arguments and ignores further ones. */
function gradeScriptCall(was: Call, is: Call): Verdict | undefined {
  const [old, now] = [was.parameters, is.parameters];
  if (now.at(-1)?.isRest || now.length >= old.length) {
    const moved = old.findIndex(({ name }, index) => {
      const at = now.findIndex((parameter) => parameter.name === name);
      return at >= 0 && at !== index;
    });
    return moved < 0 ? undefined : verdictOf('may break', 'parameterMoved', old[moved]?.name);
  }
  return verdictOf('may break', 'parameterGone', old[now.length]?.name);
}

/**
 * Python callers may pass arguments by name, so names count. Type hints do not, except for the number of returned
 * values.
 */
function gradePythonCall(was: Call, is: Call): Verdict | undefined {
  const verdicts: Verdict[] = [];
  const now = is.parameters;
  const takesMoreNames = now.some(({ name }) => name.startsWith('**'));
  const takesMorePositions = now.some(({ name }) => /^\*(?!\*)/.test(name));
  const isNew = ({ name }: Parameter) => !was.parameters.some((known) => known.name === name);
  /** True if a parameter was renamed in place and its old name is still accepted at the end. */
  const isRenamedAt = (index: number) => {
    const other = now[index];
    return (
      other !== undefined &&
      !other.isRest &&
      other.passing !== 'name' &&
      isNew(other) &&
      was.parameters[index + 1] !== undefined &&
      was.parameters[index + 1]?.name === now[index + 1]?.name &&
      now.findIndex(({ name }) => name === was.parameters[index]?.name) >= was.parameters.length
    );
  };
  for (const [index, old] of was.parameters.entries()) {
    if (old.isRest) {
      if (!now.some(({ isRest, name }) => isRest && /^\*+/.exec(name)?.[0] === /^\*+/.exec(old.name)?.[0]))
        verdicts.push(verdictOf('may break', 'restGone', old.name));
      continue;
    }
    const at = now.findIndex(({ name }) => name === old.name);
    const found = now[at];
    if (!found) {
      const replacement = now[index];
      const isRenamed =
        replacement && !replacement.isRest && isNew(replacement) && replacement.passing !== 'name';
      const isTaken = old.passing === 'name' ? takesMoreNames : takesMoreNames || takesMorePositions;
      if (old.passing === 'position' && isRenamed) continue;
      verdicts.push(
        isRenamed
          ? verdictOf('may break', 'parameterRenamed', old.name, replacement.name)
          : verdictOf(isTaken ? 'may break' : 'breaks', 'parameterGone', old.name),
      );
    } else if (old.isOptional && !found.isOptional)
      verdicts.push(verdictOf('breaks', 'parameterRequired', old.name));
    else if (isRenamedAt(index) && found.isOptional) continue;
    else if (old.passing !== 'name' && found.passing === 'name')
      verdicts.push(verdictOf('breaks', 'onlyByName', old.name));
    // Callers do not pass a private parameter by position.
    else if (old.passing !== 'name' && at !== index && !old.name.startsWith('_')) {
      // Optional arguments are usually passed by name.
      const isPushed = now.slice(0, at).some(isNew) && at > index;
      verdicts.push(verdictOf(isPushed ? 'breaks' : 'may break', 'parameterMoved', old.name));
    }
  }
  const keepsAll = was.parameters.every(({ name }) => now.some((one) => one.name === name));
  for (const parameter of now)
    if (
      isNew(parameter) &&
      !parameter.isOptional &&
      (keepsAll || was.parameters[now.indexOf(parameter)] === undefined)
    )
      verdicts.push(verdictOf('breaks', 'newParameter', parameter.name));
  const [oldSize, size] = [tupleSize(was.returns), tupleSize(is.returns)];
  if (oldSize !== undefined && size !== undefined && size !== oldSize)
    verdicts.push(verdictOf('breaks', 'otherTuple', size, oldSize));
  return gravest(verdicts);
}

/** The number of values in `Tuple[str, int]`; undefined for other types and tuples of any length. */
function tupleSize([type = '']: string[] = []): number | undefined {
  const [, inside] = /^(?:typing\.)?tuple\[(.*)\]$/is.exec(type) ?? [];
  return inside === undefined || inside.includes('...') ? undefined : splitTopLevel(inside).length;
}

/** Go checks every call against the types, so most differences do not compile. */
function gradeGoCall(was: Call, is: Call, goTypes: GoTypes): Verdict | undefined {
  const verdicts: Verdict[] = [];
  const [old, now] = [was.parameters, is.parameters];
  for (const [index, parameter] of old.entries()) {
    const other = now[index];
    if (!other) verdicts.push(verdictOf('breaks', 'parameterGone', parameter.name || index + 1));
    else if (parameter.isRest !== other.isRest)
      verdicts.push(verdictOf(other.isRest ? 'may break' : 'breaks', 'lastParameter'));
    else {
      const verdict = gradeGoTypes(parameter.type?.[0] ?? '', other.type?.[0] ?? '', goTypes, 'parameter');
      if (verdict) verdicts.push(verdict);
    }
  }
  for (const parameter of now.slice(old.length))
    verdicts.push(
      parameter.isRest
        ? verdictOf('may break', 'moreArguments')
        : verdictOf('breaks', 'newParameter', parameter.name),
    );
  const [oldResults, results] = [was.returns ?? [], is.returns ?? []];
  if (oldResults.length !== results.length)
    verdicts.push(
      verdictOf(
        oldResults.length === 0 ? 'may break' : 'breaks',
        'otherResults',
        results.length === 0 ? 'nothing' : results.join(', '),
      ),
    );
  else
    for (const [index, result] of oldResults.entries()) {
      const verdict = gradeGoTypes(result, results[index] ?? '', goTypes, 'result');
      if (verdict) verdicts.push(verdict);
    }
  return gravest(verdicts);
}

/** Grades whether code for one Go type compiles with the other. Names of other packages may be aliases. */
export function gradeGoTypes(
  was: string,
  is: string,
  goTypes: GoTypes,
  position: 'parameter' | 'result' | 'field',
): Verdict | undefined {
  const [old, now] = [expandAliases(was, goTypes), expandAliases(is, goTypes)];
  if (old === now) return undefined;
  const other = (grade: Grade) => verdictOf(grade, 'otherType', was, is);
  if (position === 'parameter' && now === 'any') return other('changed');
  if (goTypes.get(now)?.text === old || goTypes.get(old)?.text === now)
    return other(position === 'parameter' ? 'changed' : 'may break');
  const withoutPackages = (type: string) => type.replace(/\b[a-z]\w*\.[A-Z]\w*/g, 'pkg.T');
  if (/\b[a-z]\w*\.[A-Z]/.test(old + now) && withoutPackages(old) === withoutPackages(now))
    return other('may break');
  const isInterface = position === 'parameter' && /^(?:[a-z]\w*\.)?[A-Z]\w*$/.test(now) && now !== old;
  return other(isInterface ? 'may break' : 'breaks');
}

function expandAliases(type: string, goTypes: GoTypes): string {
  const expanded = type.replace(/(?<![\w.])[A-Z]\w*/g, (name) => {
    const found = goTypes.get(name);
    return found?.isAlias ? found.text : name;
  });
  return expanded;
}
