import { readBalanced, splitTopLevel } from './balanced.ts';
import { blankGoComments } from './blank-comments.ts';
import type { SurfaceItem } from './surface.ts';

const shape =
  /^(?:func (?:\(\s*(?:\w+\s+)?\*?([A-Z]\w*)(?:\[[^\]]*\])?\s*\) )?([A-Z]\w*)|type ([A-Z]\w*)|(?:const|var) ([A-Z]\w*)|(const|var|type) \($)/gm;

/** The capitalised names of a Go package. Those of package `main` or of an `internal` folder cannot be imported. */
export function readGoExports(path: string, source: string): SurfaceItem[] {
  const text = blankGoComments(source).replace(/`[^`]*`/g, (raw) => raw.replace(/[^\n]/g, ' '));
  const isInternal = /(?:^|\/)internal\//.test(path) || /^package main\b/m.test(text);
  return readDeclarations(source, text).map((item) => (isInternal ? { ...item, isInternal } : item));
}

function readDeclarations(source: string, text: string): SurfaceItem[] {
  const items: SurfaceItem[] = [];
  for (const match of text.matchAll(shape)) {
    const [whole, receiver, func, type, value, group] = match;
    const add = (name: string, signature: string, parameters?: string[]) =>
      items.push({
        area: 'export',
        name,
        signature,
        ...(parameters && { parameters }),
        ...(isDeprecated(source, match.index) && { isDeprecated: true }),
      });
    if (func !== undefined) {
      const name = receiver ? `${receiver}.${func}` : func;
      const end = text.indexOf('\n', match.index + whole.length);
      const head = oneLine(headOfFunction(text, match.index, end < 0 ? text.length : end));
      const open = head.indexOf('(', receiver ? head.indexOf(`${func}`, head.indexOf(')')) : 0);
      const parameters = open < 0 ? undefined : splitTopLevel(readBalanced(head, open).inside);
      add(name, head, parameters);
    } else if (type !== undefined) {
      const brace = /^[^\n]*(?:struct|interface)\s*\{/.exec(text.slice(match.index))?.[0];
      const body = brace ? insideOf(text, match.index + brace.length - 1) : undefined;
      const line = /^[^\n{]*/.exec(text.slice(match.index))?.[0] as string;
      const parts = body === undefined ? undefined : membersOf(body);
      items.push({
        area: 'export',
        name: type,
        signature: oneLine(line),
        ...(parts && { members: parts }),
        ...(isDeprecated(source, match.index) && { isDeprecated: true }),
      });
    } else if (value !== undefined) add(value, whole);
    else if (group !== undefined) {
      const { inside } = readBalanced(text, match.index + whole.length - 1);
      for (const [, name = ''] of inside.matchAll(/^\s*([A-Z]\w*)\b/gm)) add(name, `${group} ${name}`);
    }
  }
  return items;
}

/** Undefined if the closing bracket was not found, unlike an empty body. */
function insideOf(text: string, open: number): string | undefined {
  const { inside, end } = readBalanced(text, open);
  return end === open + 1 ? undefined : inside;
}

/** The text before the brace of the body; the parameters may span several lines. */
function headOfFunction(text: string, at: number, endOfLine: number): string {
  const line = text.slice(at, endOfLine);
  if (/\{\s*$/.test(line)) return line.replace(/\s*\{\s*$/, '');
  const head = /^[^{]*/.exec(text.slice(at, at + 2_000))?.[0] ?? line;
  return head;
}

function membersOf(body: string): Record<string, string> {
  const members: Record<string, string> = {};
  for (const [, line = ''] of body.matchAll(/^\s*([A-Z][^\n]*)/gm)) {
    const name = /^\w+/.exec(line)?.[0] as string;
    members[name] = oneLine(line);
  }
  return members;
}

const isDeprecated = (text: string, at: number) =>
  /\/\/ Deprecated:[^\n]*\n(?:\/\/[^\n]*\n)*$/.test(text.slice(Math.max(0, at - 1_000), at));

const oneLine = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/,? \)/g, ')').trim();
