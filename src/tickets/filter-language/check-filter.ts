import { foldCase } from '../../platform/fold-case.ts';
import { suggestName } from '../../platform/suggest-name.ts';
import { findTimezone, type Scope } from '../../users/index.ts';
import { ticketStatuses, toHundredths } from '../fields/ticket-fields.ts';
import { filterNames } from '../fields/ticket-filters.ts';
import { searchWords } from '../lists/search-words.ts';
import { type FieldRange, type FilterTree, noValue, type TicketFilter } from '../lists/ticket-filter.ts';
import type { OwnField } from '../own-fields/own-field.ts';
import { type Interval, parseFilterDate } from './filter-dates.ts';
import { absentWord, callerWord, type FilterField, filterFields, listOperators } from './filter-fields.ts';
import {
  findHomesWithoutProject,
  isNameKind,
  type NamedIds,
  type NameKind,
  nameWords,
  offerNames,
  resolveNames,
} from './filter-names.ts';
import { FilterProblem } from './filter-problem.ts';
import { type Condition, type FilterNode, type Name, shortened } from './filter-syntax.ts';
import { quoteValue } from './filter-tokens.ts';
import { findOwnFields, ownFieldName, ownFieldTree } from './own-field-conditions.ts';

interface CheckOptions {
  /** True for a stored filter, which stays valid when a label is deleted: an unknown name then matches nothing. */
  areUnknownNamesAllowed: boolean;
}

/** Converts a syntax tree to filters. Throws a FilterProblem at the first wrong name or operator. */
export async function checkFilter(
  scope: Scope,
  node: FilterNode,
  options: CheckOptions,
): Promise<FilterTree> {
  const conditions = conditionsIn(node);
  const own = await findOwnFields(
    scope,
    conditions.flatMap(({ field }) => ownFieldName(field) ?? []),
  );
  const findField = (name: Name) => findFilterField(name, own, options);
  const ownStatuses = await findOwnStatuses(scope, conditions, findField);
  const isOwnStatus = (value: Name) =>
    options.areUnknownNamesAllowed || findIds(ownStatuses, value.text) !== undefined;
  for (const condition of conditions) checkCondition(condition, findField(condition.field), isOwnStatus);
  const facts = await readFacts(scope, conditions, (condition) => findField(condition.field) as FilterField, {
    ...options,
    ownStatuses,
  });
  const toFilterTree = (part: FilterNode): FilterTree => {
    if (part.kind === 'and') return { all: part.parts.map(toFilterTree) };
    if (part.kind === 'or') return { any: part.parts.map(toFilterTree) };
    if (part.kind === 'not') return { not: toFilterTree(part.part) };
    return treeOfCondition(part, facts);
  };
  return toFilterTree(node);
}

function conditionsIn(node: FilterNode): Condition[] {
  if (node.kind === 'condition') return [node];
  return node.kind === 'not' ? conditionsIn(node.part) : node.parts.flatMap(conditionsIn);
}

/** Finds the field of a name. In a stored filter, a custom field may no longer exist. */
function findFilterField(
  name: Name,
  own: ReadonlyMap<string, OwnField[]>,
  { areUnknownNamesAllowed }: CheckOptions,
): FilterField | undefined {
  const ownName = ownFieldName(name);
  if (ownName === undefined) return name.isQuoted ? undefined : filterFields.get(foldCase(name.text));
  const fields = own.get(foldCase(ownName)) ?? [];
  return fields.length > 0 || areUnknownNamesAllowed ? { kind: 'own', fields, mayBeAbsent: true } : undefined;
}

const isStatus = (field: FilterField | undefined) => field?.kind === 'choice' && field.name === 'status';

/** Finds the own statuses that conditions on the status name besides the six. */
async function findOwnStatuses(
  scope: Scope,
  conditions: Condition[],
  findField: (name: Name) => FilterField | undefined,
): Promise<NamedIds> {
  const names = conditions.flatMap(({ field, comparison }) =>
    isStatus(findField(field))
      ? (comparison?.values ?? []).filter((value) => !isChoice(ticketStatuses, value))
      : [],
  );
  return names.length > 0
    ? resolveNames(scope, 'ownStatus', [...new Set(names.map(({ text }) => text))])
    : new Map();
}

const textConditionsMax = 10;

/** Checks what needs no database: field, operator, fixed choices and the number of values. */
function checkCondition(
  { field: name, comparison }: Condition,
  field: FilterField | undefined,
  isOwnStatus: (value: Name) => boolean,
): asserts field {
  if (!field && ownFieldName(name) !== undefined)
    throw new FilterProblem(
      name,
      `There is no own field ${shortened(ownFieldName(name) ?? '')} that you can see.`,
    );
  if (!field)
    throw new FilterProblem(
      name,
      `There is no field ${shortened(name.text)}; the fields are ${filterNames.join(', ')}.`,
      suggestName(name.text, filterNames),
    );
  const allowed = listOperators(field);
  if (!comparison) {
    if (allowed.length === 0) return;
    throw new FilterProblem(
      { from: name.to, to: name.to },
      `Expected an operator after ${name.text}: ${allowed.join(', ')}.`,
    );
  }
  const { operator, span, values } = comparison;
  if (!allowed.includes(operator))
    throw new FilterProblem(
      span,
      allowed.length > 0
        ? `${name.text} takes ${allowed.join(', ')}, not ${operator}.`
        : `${name.text} stands alone, without an operator such as ${operator}.`,
    );
  if (field.kind === 'choice' || field.kind === 'rank')
    for (const value of values)
      if ((!field.mayBeAbsent || !isAbsent(value)) && !(isStatus(field) && isOwnStatus(value)))
        checkChoice(name, field.choices, value);
  if (field.kind !== 'text' && !field.mayBeAbsent) {
    const absent = values.find(isAbsent);
    if (absent) throw new FilterProblem(absent, `Every ticket has ${name.text}: none is not possible.`);
  }
  const [value] = values;
  const isText = field.kind === 'text' || /~/.test(operator);
  if (isText && value && searchWords(value.text).length === 0)
    throw new FilterProblem(value, 'Expected words to search for.');
  if (field.kind !== 'text' && value && isAbsent(value) && /[<>~]/.test(operator))
    throw new FilterProblem(span, 'none can be compared by = and != only.');
}

const isChoice = (choices: readonly string[], { text }: Name) =>
  choices.some((choice) => foldCase(choice) === foldCase(text));

function checkChoice(field: Name, choices: readonly string[], value: Name): void {
  if (isChoice(choices, value)) return;
  throw new FilterProblem(
    value,
    `${shortened(value.text)} is no ${field.text}; expected ${choices.join(', ')}.`,
    suggestName(value.text, choices),
  );
}

const isAbsent = ({ text, isQuoted }: Name) => !isQuoted && foldCase(text) === absentWord;
const isCaller = ({ text, isQuoted }: Name) => !isQuoted && foldCase(text) === callerWord;

/** What conditions need from the database and the clock. */
interface Facts {
  findField: (condition: Condition) => FilterField;
  areUnknownNamesAllowed: boolean;
  userId: string;
  named: Map<NameKind, NamedIds>;
  /** The own statuses that conditions on the status name. */
  ownStatuses: NamedIds;
  withoutProject: string[];
  now: number;
  zone: string;
}

async function readFacts(
  scope: Scope,
  conditions: Condition[],
  findField: (condition: Condition) => FilterField,
  options: CheckOptions & Pick<Facts, 'ownStatuses'>,
): Promise<Facts> {
  const texts = conditions.filter(({ comparison }) => comparison?.operator.endsWith('~'));
  const excess = texts[textConditionsMax];
  if (excess)
    throw new FilterProblem(excess.field, `A filter has at most ${textConditionsMax} conditions on text.`);
  const named = new Map<NameKind, NamedIds>();
  const namedValues = namesIn(conditions, findField);
  for (const [kind, values] of Map.groupBy(namedValues, ({ kind }) => kind)) {
    const names = values.map(({ value }) => value);
    const ids = await resolveNames(scope, kind, [...new Set(names.map(({ text }) => text))]);
    named.set(kind, ids);
    const isUnknown = ({ isOptional, value }: NamedValue) => !isOptional && !findIds(ids, value.text);
    const unknown = options.areUnknownNamesAllowed ? undefined : values.find(isUnknown)?.value;
    if (unknown) throw await unknownName(scope, kind, unknown);
  }
  const hasKind = (kind: FilterField['kind']) => (condition: Condition) => findField(condition).kind === kind;
  const asksForNoProject = conditions
    .filter(hasKind('project'))
    .some(({ comparison }) => comparison?.values.some(isAbsent));
  return {
    findField,
    areUnknownNamesAllowed: options.areUnknownNamesAllowed,
    ownStatuses: options.ownStatuses,
    userId: scope.actor.userId,
    named,
    withoutProject: asksForNoProject ? await findHomesWithoutProject(scope) : [],
    now: scope.clock.now(),
    zone: conditions.some((condition) => hasKind('date')(condition) || hasKind('own')(condition))
      ? await findTimezone(scope.db.reads, scope.actor.userId)
      : 'UTC',
  };
}

/** A value that names something. The value of a custom field may be something else than a name. */
interface NamedValue {
  kind: NameKind;
  value: Name;
  isOptional: boolean;
}

function namesIn(conditions: Condition[], findField: Facts['findField']): NamedValue[] {
  return conditions.flatMap((condition) => {
    const field = findField(condition);
    const isOptional = field.kind === 'own' && field.fields.some(({ type }) => type === 'person');
    const kind = isOptional ? 'person' : field.kind;
    if (!isNameKind(kind)) return [];
    return (condition.comparison?.values ?? [])
      .filter((value) => !isAbsent(value) && !(kind === 'person' && isCaller(value)))
      .map((value) => ({ kind, value, isOptional }));
  });
}

const findIds = (ids: NamedIds | undefined, text: string) => ids?.get(text) ?? ids?.get(foldCase(text));

const comparedNamesMax = 200;

async function unknownName(scope: Scope, kind: NameKind, value: Name): Promise<FilterProblem> {
  const [initial = ''] = value.text;
  const offered = await offerNames(scope, kind, initial, comparedNamesMax);
  const meant = suggestName(
    value.text,
    offered.map(({ name }) => name),
  );
  return new FilterProblem(
    value,
    `There is no ${nameWords[kind]} ${shortened(value.text)} that you can see.`,
    meant === undefined ? undefined : quoteValue(meant),
  );
}

const isNegated = (operator: string) => operator === '!=' || operator === '!~' || operator === 'not in';

function treeOfCondition(condition: Condition, facts: Facts): FilterTree {
  const { field: name, comparison } = condition;
  const field = facts.findField(condition);
  if (!comparison)
    return { is: foldCase(name.text) === 'ready' ? { ready: true } : { overdueAt: facts.now } };
  const { operator, values } = comparison;
  const tree: FilterTree =
    field.kind === 'own'
      ? ownFieldTree(field.fields, operator, values, {
          ...facts,
          peopleNamed: (text) => findIds(facts.named.get('person'), text) ?? [],
        })
      : withOwnStatuses(field, { is: conditionFilter(field, operator, values, facts) }, values, facts);
  return isNegated(operator) ? { not: tree } : tree;
}

/** Adds the tickets in the own statuses that a condition on the status names. */
function withOwnStatuses(
  field: FilterField,
  tree: FilterTree,
  values: Name[],
  { ownStatuses }: Facts,
): FilterTree {
  if (!isStatus(field)) return tree;
  const ownStatus = values.flatMap(({ text }) => findIds(ownStatuses, text) ?? []);
  return ownStatus.length > 0 ? { any: [tree, { is: { ownStatus } }] } : tree;
}

/** The filter of a condition, without its negation. */
function conditionFilter(
  { kind, name, choices }: Exclude<FilterField, { kind: 'own' }>,
  operator: string,
  values: Name[],
  facts: Facts,
): TicketFilter {
  const [value] = values as [Name];
  if (kind === 'text') return { words: searchWords(value.text) };
  if (kind === 'flag') return {};
  if (kind === 'date') return { [name]: dateRange(operator, value, facts) };
  if (kind === 'number') return { [name]: numberRange(operator, value) };
  const none = values.some(isAbsent);
  const chosen = isNameKind(kind)
    ? values.flatMap((each) => idsOfValue(kind, each, facts))
    : matchRanks(choices, operator, values);
  if (kind === 'project' || kind === 'workspace')
    return { inHomes: [...chosen, ...(none ? facts.withoutProject : [])] };
  return { [name]: none ? [...chosen, noValue] : chosen };
}

function idsOfValue(kind: NameKind, value: Name, { userId, named }: Facts): readonly string[] {
  if (isAbsent(value)) return [];
  if (kind === 'person' && isCaller(value)) return [userId];
  return findIds(named.get(kind), value.text) ?? [];
}

const matchChoices = (choices: readonly string[], values: Name[]) =>
  choices.filter((choice) => values.some(({ text }) => foldCase(text) === foldCase(choice)));

function matchRanks(choices: readonly string[], operator: string, values: Name[]): string[] {
  const chosen = matchChoices(choices, values);
  const rank = choices.indexOf(chosen[0] as string);
  if (operator === '<') return choices.slice(0, rank);
  if (operator === '<=') return choices.slice(0, rank + 1);
  if (operator === '>') return choices.slice(rank + 1);
  return operator === '>=' ? choices.slice(rank) : chosen;
}

function dateRange(operator: string, value: Name, { now, zone }: Facts): FieldRange {
  if (isAbsent(value)) return { none: true };
  const interval = parseFilterDate(value.text, now, zone);
  if (!interval)
    throw new FilterProblem(
      value,
      `${shortened(value.text)} is no date; expected one such as 2026-03-31, today, 7d, -2w or end of month.`,
      suggestName(value.text, ['today', 'tomorrow', 'yesterday', 'now', absentWord]),
    );
  return intervalBounds(operator, interval);
}

function numberRange(operator: string, value: Name): FieldRange {
  if (isAbsent(value)) return { none: true };
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(value.text))
    throw new FilterProblem(
      value,
      `${shortened(value.text)} is no number; expected one such as 3 or 0.25, or none.`,
      suggestName(value.text, [absentWord]),
    );
  const from = toHundredths(Number(value.text));
  return intervalBounds(operator, { from, before: from + 1 });
}

function intervalBounds(operator: string, { from, before }: Interval): FieldRange {
  if (operator === '<') return { before: from };
  if (operator === '<=') return { before };
  if (operator === '>') return { from: before };
  return operator === '>=' ? { from } : { from, before };
}
