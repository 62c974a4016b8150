import { findClosingParenthesis, splitTopLevel } from '../surface/balanced.ts';
import type { SurfaceItem } from '../surface/surface.ts';

/** The classes after the change, by name. */
export type ClassesByName = ReadonlyMap<string, SurfaceItem>;

/** Whether existing callers keep working. */
export function isCompatible(
  was: SurfaceItem,
  is: SurfaceItem,
  language: Language,
  classes: ClassesByName = new Map(),
): boolean {
  if (was.members && is.members) {
    const now = is.members;
    const isKept = Object.entries(was.members).every(([name, text]) => {
      const found = memberOf(now, name) ?? findInheritedMember(is, name, classes);
      // A constructor without parameters may be implicit.
      if (found === undefined && /^constructor\(\)$/.test(text)) return true;
      return (
        found !== undefined &&
        (found === text || becameOptional(text, found) || isCompatibleCall(text, found, language))
      );
    });
    const addsRequiredMember = Object.entries(now).some(
      ([name, text]) => memberOf(was.members, name) === undefined && text.endsWith(', required'),
    );
    return isKept && !addsRequiredMember && isSameHeading(headingOf(was), headingOf(is), classes);
  }
  if (!was.parameters || !is.parameters) return isExtendedList(was.signature, is.signature);
  return (
    areCompatible(was.parameters, is.parameters, language) &&
    (language === 'python' || withoutParameters(was.signature) === withoutParameters(is.signature))
  );
}

/** Whether a union (`type A = 'x' | 'y'`) or a list (`['x', 'y'] as const`) only gained values. */
function isExtendedList(was: string, is: string): boolean {
  const shape =
    /^(?:type ([\w$]+) = ((?:'[^']*'|"[^"]*")(?: \| (?:'[^']*'|"[^"]*"))*)|const ([\w$]+) = \[(.*)\] as const)$/s;
  const [old, now] = [shape.exec(was), shape.exec(is)];
  if (!old || !now) return false;
  if (old[2] !== undefined && now[2] !== undefined) return isWithin(old[2], now[2]);
  return old[4] !== undefined && now[4]?.startsWith(old[4]) === true;
}

export type Language = 'script' | 'python' | 'go' | 'other';

export function languageOf(path: string): Language {
  if (path.endsWith('.py')) return 'python';
  if (path.endsWith('.go')) return 'go';
  return /\.[cm]?[jt]sx?$/.test(path) ? 'script' : 'other';
}

/** The signature of an item without its members. */
export const headingOf = ({ heading, signature }: SurfaceItem) => heading ?? signature;

/** Checks own properties only: a member may be named `constructor` or `toString`. */
export const memberOf = (members: Record<string, string> | undefined, name: string) =>
  members && Object.hasOwn(members, name) ? members[name] : undefined;

const baseClassShape = / extends (\w+)|^class \w+\((?:[\w.]+\.)?(\w+)/;
const baseOf = (heading: string) => {
  const [, extended, inBrackets] = baseClassShape.exec(heading) ?? [];
  return extended ?? inBrackets;
};

/** Searches the base classes, nearest first. */
function findInheritedMember(item: SurfaceItem, name: string, classes: ClassesByName): string | undefined {
  for (const base of ancestorsOf(baseOf(headingOf(item)), classes)) {
    const found = memberOf(classes.get(base)?.members, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ancestorsOf(first: string | undefined, classes: ClassesByName): Set<string> {
  const line = new Set<string>();
  for (let base = first; base !== undefined && !line.has(base); ) {
    line.add(base);
    const item = classes.get(base);
    base = item && baseOf(headingOf(item));
  }
  return line;
}

/** Whether a required field became optional. */
const becameOptional = (was: string, is: string) => was === `${is}, required`;

/** New parameters are compatible if they are optional. Overloads are compared one by one. */
function isCompatibleCall(was: string, is: string, language: Language): boolean {
  if (was.includes('\n')) {
    const [lines, others] = [was.split('\n'), is.split('\n')];
    return (
      lines.length === others.length &&
      lines.every(
        (line, index) => line === others[index] || isCompatibleCall(line, others[index] as string, language),
      )
    );
  }
  const [old, now] = [parametersIn(was), parametersIn(is)];
  if (!old || !now) return false;
  return (
    areCompatible(old, now, language) &&
    (language === 'python' || withoutParameters(was) === withoutParameters(is))
  );
}

function parametersIn(signature: string): string[] | undefined {
  const open = signature.indexOf('(');
  if (open < 0 || signature.includes('\n')) return undefined;
  return splitTopLevel(signature.slice(open + 1, findClosingParenthesis(signature, open)));
}

function areCompatible(was: string[], is: string[], language: Language): boolean {
  if (language === 'python') return areCompatibleByName(was, is);
  const bare = language === 'go' ? withoutGoNames : (list: string[]) => list.map(withoutName);
  const [old, now] = [bare(was), bare(is)];
  return (
    old.every((parameter, index) => acceptsAtLeast(now[index], parameter)) &&
    now.slice(old.length).every(isOptional)
  );
}

/** Drops the name of a typed parameter, which callers cannot see. An untyped parameter keeps its name. */
const withoutName = (parameter: string) =>
  parameter.replace(
    /^(?:public |private |protected |readonly )*(?:\w+|\{[^{}]*\}|\[[^[\]]*\])(?=\??: )/,
    '_',
  );

const isOptional = (parameter: string) => /^[^:=]*\?\s*(?::|$)|=(?!>)|^\.\.\.|^\*/.test(parameter);

/** Whether a parameter still accepts every earlier argument: it may become optional, or its type may widen. */
function acceptsAtLeast(is: string | undefined, was: string): boolean {
  if (is === undefined) return false;
  if (is === was) return true;
  if (isOptional(was) && !isOptional(is)) return false;
  const [old, now] = [typeOf(was), typeOf(is)];
  return old !== undefined && now !== undefined && isWithin(old, now);
}

/** `T` for `a?: T`, `a: T = 1` and `a: T`. */
const typeOf = (parameter: string) => /^(?:\.\.\.)?_\??: (.*?)(?: = .*)?$/s.exec(parameter)?.[1];

/** Whether every alternative of union `was` is also in union `is`. */
function isWithin(was: string, is: string): boolean {
  const all = new Set(splitTopLevel(is, '|'));
  return splitTopLevel(was, '|').every((alternative) => all.has(alternative));
}

/** Types of a Go parameter list: `a, b int, c string` gives int, int and string. */
function withoutGoNames(parameters: string[]): string[] {
  const types: string[] = [];
  let type = '';
  for (const parameter of [...parameters].reverse()) {
    const named = /^\w+ (.+)$/.exec(parameter);
    if (named && !/^(?:chan|func|map|struct|interface)\b/.test(parameter)) type = named[1] as string;
    types.unshift(named || type !== '' ? type : parameter);
  }
  return types;
}

interface PythonParameter {
  name: string;
  hasDefault: boolean;
  isByName: boolean;
}

/** Python callers may pass arguments by name, so names count; type hints do not. */
function areCompatibleByName(was: string[], is: string[]): boolean {
  const [old, now] = [pythonParameters(was), pythonParameters(is)];
  const hasKeywordRest = now.some(({ name }) => name.startsWith('**'));
  const isKept = old.every((parameter, index) => {
    const at = now.findIndex(({ name }) => name === parameter.name);
    if (at < 0) return hasKeywordRest && parameter.isByName;
    const found = now[at] as PythonParameter;
    return (
      (parameter.isByName || (at === index && !found.isByName)) && (!parameter.hasDefault || found.hasDefault)
    );
  });
  const isNew = ({ name }: PythonParameter) => !old.some((known) => known.name === name);
  return isKept && now.filter(isNew).every(({ name, hasDefault }) => hasDefault || name.startsWith('*'));
}

function pythonParameters(parameters: string[]): PythonParameter[] {
  let isByName = false;
  return parameters.flatMap((text) => {
    const name = /^\**\w*/.exec(text)?.[0] ?? text;
    if (text === '/' || text === '*') {
      isByName ||= text === '*';
      return [];
    }
    const made = { name, hasDefault: text.includes('='), isByName };
    isByName ||= /^\*\w/.test(name);
    return [made];
  });
}

/** The base class may change to one of its subclasses, or be added. */
function isSameHeading(was: string, is: string, classes: ClassesByName): boolean {
  if (was === is) return true;
  const [old, now] = [baseOf(was), baseOf(is)];
  const rest = (heading: string) => heading.replace(/^(class \w+)\(.*\)$/s, '$1').replace(/ extends \w+/, '');
  if (now === undefined || rest(was) !== rest(is)) return false;
  return old === undefined || ancestorsOf(now, classes).has(old);
}

/** The name and the return type. */
function withoutParameters(whole: string): string {
  const signature = whole.replace(/^func \([^)]*\) /, 'func ');
  const open = signature.indexOf('(');
  const close = open < 0 ? -1 : findClosingParenthesis(signature, open);
  return close < 0 ? signature : signature.slice(0, open) + signature.slice(close + 1);
}
