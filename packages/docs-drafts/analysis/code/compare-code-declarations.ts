import { countTypeParameters } from '../../surface/code/code-file.ts';
import type { CodeLanguageName } from '../../surface/code/code-languages.ts';
import type { Call, Declaration, Parameter } from '../../surface/declaration.ts';
import type { Difference } from '../compare-declarations.ts';
import { type Grade, gravest, type Verdict } from '../grade.ts';
import { gradeOverloads } from '../grade-calls.ts';
import { type CodeRuleName, verdictOf } from './code-rules.ts';
import { relateCodeTypes } from './relate-code-types.ts';

/** What of a declaration stands elsewhere. */
export interface CodeContext {
  language: CodeLanguageName;
  /** Whether the head inherits a member: certainly, from a type that was not read, or not at all. */
  inherits: (member: string, was: Declaration) => 'yes' | 'perhaps' | 'no';
}

const unchanged: Verdict = { grade: 'changed', reason: '' };

/** The differences between two declarations of the same public name, each with a verdict. */
export function compareCodeDeclarations(
  was: Declaration,
  is: Declaration,
  context: CodeContext,
): Difference[] {
  const differences: Difference[] = [];
  const own = compareItself(was, is, undefined, context.language);
  if (own) differences.push(differenceOf(undefined, was, is, own));
  if (is.isDeprecated && !was.isDeprecated) differences.push(deprecation(undefined, is));
  const isSameKind = was.kind === is.kind;
  for (const [name, old] of (isSameKind && was.members) || []) {
    if (old.isInternal) continue;
    const now = counterpartOf(name, old, is.members, context.language);
    if (!now || now.isInternal) {
      const inherited = context.inherits(name, old);
      // A constructor without parameters exists even if it is not written; Ruby looks for methods it cannot find.
      if (inherited === 'yes' || (isImplicit(name, old) && context.language !== 'kotlin') || old.assignedIn)
        continue;
      const rule = inherited === 'perhaps' || is.isOpen || now ? 'perhapsRemoved' : 'removed';
      differences.push({
        member: name,
        change: 'removed',
        before: old.signature,
        after: now?.signature,
        verdict: verdictOf(rule),
      });
      continue;
    }
    // Only subclasses could ever call the constructor of an abstract class.
    const isOfAbstract = constructorName.test(name) && isUser(was);
    const verdict = compareItself(
      old,
      isOfAbstract ? { ...now, modifiers: without(now.modifiers, 'protected') } : now,
      was,
      context.language,
    );
    if (verdict) differences.push(differenceOf(name, old, now, verdict));
    if (now.isDeprecated && !old.isDeprecated) differences.push(deprecation(name, now));
  }
  for (const [name, now] of (isSameKind && is.members) || [])
    if (!counterpartOf(name, now, was.members, context.language) && !now.isInternal)
      differences.push({
        ...{ member: name, change: 'added', before: undefined, after: now.signature },
        verdict: gradeAddition(name, now, was, is, context.language),
      });
  return differences;
}

/**
 * The member of the other side. A field and a method of Java may have one name, and the second is called `name()`; PHP finds
 * methods in any case.
 */
function counterpartOf(
  name: string,
  { kind }: Declaration,
  members: ReadonlyMap<string, Declaration> | undefined,
  language: CodeLanguageName,
): Declaration | undefined {
  const found = members?.get(name);
  if (language === 'php' && kind === 'function' && !found) {
    const same = (other: string) => other.toLowerCase() === name.toLowerCase();
    return [...(members ?? [])].find(([other, { calls }]) => calls && same(other))?.[1];
  }
  if (language !== 'java' || found?.kind === kind) return found;
  const other = members?.get(name.endsWith('()') ? name.slice(0, -2) : `${name}()`);
  return other?.kind === kind ? other : found;
}

const differenceOf = (
  member: string | undefined,
  was: Declaration,
  is: Declaration,
  verdict: Verdict,
): Difference => ({
  ...{ member, change: 'changed', before: was.signature, after: is.signature, verdict },
});

const deprecation = (member: string | undefined, is: Declaration): Difference => ({
  ...{ member, change: 'deprecated', before: undefined, after: is.signature, verdict: unchanged },
});

const constructorName = /^(?:constructor|__construct|initialize)$/;

const without = (words: readonly string[] | undefined, word: string) =>
  words?.filter((one) => one !== word) ?? [];

const isImplicit = (name: string, { calls, modifiers = [] }: Declaration) =>
  constructorName.test(name) &&
  (calls?.every(({ parameters }) => parameters.every(({ isOptional }) => isOptional)) === true ||
    modifiers.includes('protected'));

const isUser = (owner: Declaration | undefined) =>
  owner?.kind === 'interface' || owner?.modifiers?.includes('abstract');

function gradeAddition(
  name: string,
  now: Declaration,
  was: Declaration,
  is: Declaration,
  language: CodeLanguageName,
): Verdict {
  const { modifiers = [] } = now;
  if (modifiers.includes('case')) {
    if (language === 'rust')
      return is.modifiers?.includes('non_exhaustive') ? unchanged : verdictOf('newCase', name);
    return language === 'graphql' || language === 'kotlin'
      ? verdictOf('newCaseWithDefault', name)
      : unchanged;
  }
  if (language === 'graphql' && now.isOptional === false) return verdictOf('newInputRequired', name);
  if (language === 'proto' && modifiers.includes('required')) return verdictOf('newInputRequired', name);
  const isLiteral = (one: Declaration) => one.modifiers?.includes('literal') === true;
  if (modifiers.includes('field') && isLiteral(was) && isLiteral(is)) return verdictOf('newField', name);
  const isSealed = was.modifiers?.includes('sealed') === true;
  return now.isHook && !isSealed && isUser(was) ? verdictOf('newHook', name) : unchanged;
}

/** `lost` or `gained` words, and the rule that they mean. */
const wordRules: readonly {
  word: RegExp;
  when: 'gained' | 'lost' | 'either';
  of: 'type' | 'member' | 'any';
  rule: CodeRuleName;
}[] = [
  { word: /^(?:final|sealed)$/, when: 'gained', of: 'type', rule: 'becameFinal' },
  { word: /^abstract$/, when: 'gained', of: 'type', rule: 'becameAbstract' },
  { word: /^abstract$/, when: 'gained', of: 'member', rule: 'hookNow' },
  { word: /^protected$/, when: 'gained', of: 'any', rule: 'becameProtected' },
  { word: /^static$/, when: 'either', of: 'member', rule: 'becameStatic' },
  { word: /^readonly$/, when: 'gained', of: 'member', rule: 'becameReadOnly' },
  { word: /^set$/, when: 'lost', of: 'member', rule: 'becameReadOnly' },
  { word: /^unsafe$/, when: 'gained', of: 'any', rule: 'becameUnsafe' },
  { word: /^async$/, when: 'either', of: 'any', rule: 'otherWaiting' },
  { word: /^suspend$/, when: 'gained', of: 'any', rule: 'becameSuspending' },
  { word: /^(?:data|fun|infix|operator)$/, when: 'lost', of: 'any', rule: 'lostForm' },
  { word: /^virtual$/, when: 'lost', of: 'member', rule: 'lostOverride' },
  { word: /^final$/, when: 'gained', of: 'member', rule: 'lostOverride' },
  { word: /^throws /, when: 'gained', of: 'member', rule: 'throwsMore' },
  { word: /^literal$/, when: 'lost', of: 'type', rule: 'notBuiltByLiteral' },
  { word: /^non_exhaustive$/, when: 'gained', of: 'type', rule: 'becameNonExhaustive' },
  { word: /^number /, when: 'lost', of: 'member', rule: 'otherNumber' },
  { word: /^(?:repeated|required)$/, when: 'either', of: 'member', rule: 'otherLabel' },
  { word: /^oneof /, when: 'either', of: 'member', rule: 'otherGroup' },
];

function compareWords(
  was: Declaration,
  is: Declaration,
  owner: Declaration | undefined,
  language: CodeLanguageName,
): Verdict[] {
  const [old, now] = [new Set(was.modifiers), new Set(is.modifiers)];
  const [gained, lost] = [now.difference(old), old.difference(now)];
  const isField = was.kind === 'value' && language === 'java';
  const found = wordRules
    .filter(
      ({ of }) => of === 'any' || (of === 'type') === (owner === undefined && was.members !== undefined),
    )
    .flatMap(({ word, when, rule }) =>
      [...(when === 'lost' ? [] : gained), ...(when === 'gained' ? [] : lost)]
        .filter((one) => word.test(one) && !(rule === 'lostOverride' && isField))
        .map((one) => verdictOf(rule, one.replace(/^throws /, ''))),
    );
  // A function of Rust that constants call; other `const` words stand before values.
  if (was.kind === 'function' && lost.has('const')) found.push(verdictOf('lostConst'));
  if (isField && gained.has('final') && owner !== undefined) found.push(verdictOf('becameReadOnly'));
  return found;
}

function compareItself(
  was: Declaration,
  is: Declaration,
  owner: Declaration | undefined,
  language: CodeLanguageName,
): Verdict | undefined {
  if (was.isInternal || is.isInternal) return undefined;
  const verdicts = compareWords(was, is, owner, language);
  if (was.kind !== is.kind && !was.isOpen && !is.isOpen && !isAccessor(was, is, language))
    return mayStandForClass[language] === was.kind || mayStandForClass[language] === is.kind
      ? soften(verdictOf('otherKind', was.kind, is.kind))
      : verdictOf('otherKind', was.kind, is.kind);
  if (was.calls && is.calls) {
    const now = is.calls;
    const gradeAll = (calls: Call[]) =>
      gradeOverloads(calls, now, (old, other) => gradeCall(old, other, language));
    const found = gradeAll(was.calls);
    // An overload may take the place of optional parameters.
    const inCalls =
      found && language === 'kotlin' && !gradeAll(was.calls.flatMap(withoutDefaults)) ? undefined : found;
    // What overrode a member of a base is still there without the override, or the base has the same change.
    if (inCalls)
      verdicts.push(overrides(was) || (overrides(is) && language === 'kotlin') ? soften(inCalls) : inCalls);
    else if (genericPart(was) !== genericPart(is) && language === 'rust')
      verdicts.push(verdictOf('otherBounds'));
  } else if (was.type && is.type && !was.isOpen && !is.isOpen) {
    const verdict = compareTypes(was, is, language);
    if (verdict) verdicts.push(verdict);
  }
  if (was.isOptional === true && is.isOptional === false)
    verdicts.push(verdictOf('inputRequired', nameOf(is)));
  if (was.members && is.members) verdicts.push(...compareBases(was, is, language));
  const verdict = gravest(verdicts);
  // Another build of the same name may have the old form.
  return verdict && (was.isOpen || is.isOpen) ? soften(verdict) : verdict;
}

/** The call with all its parameters, and the one with those that are needed. */
const withoutDefaults = ({ parameters, ...call }: Call): Call[] => [
  { ...call, parameters: parameters.map((one) => (one.isRest ? one : { ...one, isOptional: false })) },
  { ...call, parameters: parameters.filter(({ isOptional }) => !isOptional) },
];

/** A constant of Ruby may hold a class, and an alias of Kotlin names one. */
const mayStandForClass: Partial<Record<CodeLanguageName, Declaration['kind']>> = {
  ruby: 'value',
  kotlin: 'type',
};

/** An attribute of Ruby may become a method, and a field of a class in Rust may be declared by several builds. */
const isAccessor = (was: Declaration, is: Declaration, language: CodeLanguageName) =>
  language === 'ruby' && /^(?:value|function)$/.test(was.kind) && /^(?:value|function)$/.test(is.kind);

const overrides = ({ modifiers }: Declaration) => modifiers?.includes('override') === true;

const soften = (verdict: Verdict): Verdict =>
  verdict.grade === 'breaks' ? { ...verdict, grade: 'may break' } : verdict;

const nameOf = ({ signature }: Declaration) => /^\w+/.exec(signature)?.[0] ?? '';

/** `<T: Copy>` and what follows `where`, of a function of Rust. */
const genericPart = ({ signature }: Declaration) =>
  `${/^[^(]*?(<.*?>)\(/.exec(signature)?.[1] ?? ''} ${/ where .*$/.exec(signature)?.[0] ?? ''}`;

function compareTypes(was: Declaration, is: Declaration, language: CodeLanguageName): Verdict | undefined {
  const isCase =
    was.modifiers?.includes('case') === true && is.modifiers?.includes('non_exhaustive') === true;
  const [old, now] = [was.type?.[0], is.type?.[0]];
  // What stands behind an alias, and the value of a constant, is used in all positions.
  const isRead = language === 'kotlin' && !(was.modifiers?.includes('set') ?? false) && was.kind === 'value';
  const position = language === 'graphql' ? 'parameter' : isRead ? 'result' : 'value';
  const relation = relateCodeTypes(old, now, position, language);
  if (relation === 'same' || relation === 'fits') return undefined;
  return verdictOf(relation === 'differs' && !isCase ? 'valueType' : 'valueTypeOfSameFamily', old, now);
}

function compareBases(was: Declaration, is: Declaration, language: CodeLanguageName): Verdict[] {
  const verdicts: Verdict[] = [];
  // A type parameter of Rust may have a default.
  const counts = new Set(countTypeParameters(is));
  if (countTypeParameters(was).some((count) => !counts.has(count)) && language !== 'php')
    verdicts.push(
      language === 'rust' ? soften(verdictOf('otherTypeParameters')) : verdictOf('otherTypeParameters'),
    );
  const keyword = (one: Declaration) =>
    one.modifiers?.find((word) =>
      /^(?:struct|class|object|record|union|module|type|input|interface|trait|message|service)$/.test(word),
    );
  if (was.kind === is.kind && keyword(was) !== keyword(is)) {
    const isRecord = keyword(is) === 'record' || keyword(was) === 'record';
    const verdict = verdictOf('otherKind', keyword(was), keyword(is));
    verdicts.push(isRecord ? soften(verdict) : verdict);
  }
  const short = (name: string) => name.replace(/^.*[\\.:]/, '');
  const now = new Set((is.bases ?? []).map((base) => short(base.replace(/^derive /, ''))));
  for (const base of was.bases ?? []) {
    const name = short(base.replace(/^derive /, ''));
    if (now.has(name)) continue;
    verdicts.push(
      base.startsWith('derive ') && standardDerive.test(name)
        ? verdictOf('lostDerive', name)
        : verdictOf('lostBase', name),
    );
  }
  return verdicts;
}

const standardDerive = /^(?:Clone|Copy|Debug|Default|PartialEq|Eq|Hash|PartialOrd|Ord)$/;

/** The languages whose callers may pass any argument by name. */
const passesNames: ReadonlySet<CodeLanguageName> = new Set(['php', 'c-sharp', 'kotlin']);

/** Grades whether the calls that one signature allowed are still valid. */
function gradeCall(was: Call, is: Call, language: CodeLanguageName): Verdict | undefined {
  const isNamed = ({ passing }: Parameter) => passing === 'name';
  let [old, now] = [
    was.parameters.filter((one) => !isNamed(one)),
    is.parameters.filter((one) => !isNamed(one)),
  ];
  const verdicts: Verdict[] = [];
  if (language === 'kotlin') {
    const isExtension = (parameters: Parameter[]) => parameters[0]?.name === 'this';
    if (isExtension(old) !== isExtension(now)) return verdictOf('otherReceiver');
    // A last lambda stands behind the parentheses, so that new optional parameters may be in front of it.
    const [lambda, other] = [old.at(-1), now.at(-1)];
    if (lambda && other && isLambda(lambda) && isLambda(other) && lambda.isOptional === other.isOptional) {
      verdicts.push(...gradeParameter(lambda, other, language));
      [old, now] = [old.slice(0, -1), now.slice(0, -1)];
    }
  }
  // A receiver turns a function of a type into a method.
  if ((old[0]?.name === 'self') !== (now[0]?.name === 'self') && language === 'rust')
    verdicts.push(verdictOf('becameStatic'));
  const last = now.at(-1);
  for (const [index, parameter] of old.entries()) {
    const other = now[index] ?? (last?.isRest ? last : undefined);
    if (!other)
      verdicts.push(
        verdictOf(
          language === 'php' && !parameter.isRest ? 'ignoredArgument' : 'parameterGone',
          parameter.name,
        ),
      );
    else {
      if (parameter.isOptional && !other.isOptional)
        verdicts.push(verdictOf('parameterRequired', other.name));
      if (parameter.isRest === other.isRest) verdicts.push(...gradeParameter(parameter, other, language));
    }
  }
  const wasOpen = old.at(-1)?.isRest === true;
  for (const parameter of now.slice(old.length))
    if (!parameter.isOptional && !wasOpen) verdicts.push(verdictOf('newParameterRequired', parameter.name));
  verdicts.push(...gradeKeywords(was.parameters.filter(isNamed), is.parameters.filter(isNamed), language));
  if (was.returns ?? is.returns) {
    const [from, to] = [was.returns?.[0], is.returns?.[0]];
    const relation = relateCodeTypes(from, to, 'result', language);
    if (relation === 'differs') verdicts.push(verdictOf('resultType', from, to));
    if (relation === 'perhaps') verdicts.push(verdictOf('resultTypeOfSameFamily', from, to));
  }
  return gravest(verdicts);
}

const isLambda = ({ type }: Parameter) => type?.[0]?.includes('->') === true;

function gradeParameter(was: Parameter, is: Parameter, language: CodeLanguageName): Verdict[] {
  const [from, to] = [was.type?.[0], is.type?.[0]];
  const relation = relateCodeTypes(from, to, 'parameter', language);
  const rule = {
    same: undefined,
    fits: undefined,
    perhaps: 'parameterTypeOfSameFamily',
    differs: 'parameterType',
  } as const;
  const found = rule[relation];
  const isRenamed = passesNames.has(language) && was.name !== is.name && !was.isRest;
  return [
    ...(found ? [verdictOf(found, is.name, from, to)] : []),
    ...(isRenamed ? [verdictOf('parameterRenamed', was.name, is.name)] : []),
  ];
}

function gradeKeywords(was: Parameter[], is: Parameter[], language: CodeLanguageName): Verdict[] {
  const takesAll = is.some(({ isRest }) => isRest);
  const lost = was.flatMap((old): Verdict[] => {
    const now = is.find(({ name }) => name === old.name);
    if (!now) return takesAll ? [] : [verdictOf('parameterGone', old.name)];
    if (old.isOptional && !now.isOptional) return [verdictOf('parameterRequired', old.name)];
    return gradeParameter(old, now, language);
  });
  const tookAll = was.some(({ isRest }) => isRest);
  const added = is.filter(({ name, isOptional }) => !isOptional && !was.some((old) => old.name === name));
  return [
    ...lost,
    ...added.map(({ name }) =>
      grade(verdictOf('newParameterRequired', name), tookAll ? 'may break' : 'breaks'),
    ),
  ];
}

const grade = (verdict: Verdict, to: Grade): Verdict => ({ ...verdict, grade: to });
