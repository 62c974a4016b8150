import { readBalanced } from './balanced.ts';
import type { SurfaceItem } from './surface.ts';

const shape =
  /^(?:func (?:\(\s*(?:\w+\s+)?\*?([A-Z]\w*)(?:\[[^\]]*\])?\s*\) )?([A-Z]\w*)|type ([A-Z]\w*)|(?:const|var) ([A-Z]\w*)|(const|var|type) \($)/gm;

/** What a Go package shows: names that begin with a capital letter. */
export function readGoExports(source: string): SurfaceItem[] {
  const text = source.replace(/`[^`]*`/g, (raw) => raw.replace(/[^\n]/g, ' '));
  const items: SurfaceItem[] = [];
  for (const match of text.matchAll(shape)) {
    const [whole, receiver, func, type, value, group] = match;
    const add = (name: string, signature: string) =>
      items.push({
        area: 'export',
        name,
        signature,
        ...(isDeprecated(text, match.index) && { isDeprecated: true }),
      });
    if (func !== undefined) {
      const name = receiver ? `${receiver}.${func}` : func;
      const end = text.indexOf('\n', match.index + whole.length);
      add(name, oneLine(headOfFunction(text, match.index, end < 0 ? text.length : end)));
    } else if (type !== undefined) {
      const brace = /^[^\n]*(?:struct|interface)\s*\{/.exec(text.slice(match.index))?.[0];
      const body = brace ? readBalanced(text, match.index + brace.length - 1).inside : undefined;
      const line = /^[^\n{]*/.exec(text.slice(match.index))?.[0] as string;
      const parts = body === undefined ? undefined : membersOf(body);
      items.push({
        area: 'export',
        name: type,
        signature: oneLine(line),
        ...(parts && { members: parts }),
        ...(isDeprecated(text, match.index) && { isDeprecated: true }),
      });
    } else if (value !== undefined) add(value, whole);
    else if (group !== undefined) {
      const { inside } = readBalanced(text, match.index + whole.length - 1);
      for (const [, name = ''] of inside.matchAll(/^\s*([A-Z]\w*)\b/gm)) add(name, `${group} ${name}`);
    }
  }
  return items;
}

/** Up to the brace of the body; the parameters may stand on several lines. */
function headOfFunction(text: string, at: number, endOfLine: number): string {
  const line = text.slice(at, endOfLine);
  if (/\{\s*$/.test(line)) return line.replace(/\s*\{\s*$/, '');
  const head = /^[^{]*/.exec(text.slice(at, at + 2_000))?.[0] ?? line;
  return head;
}

function membersOf(body: string): Record<string, string> {
  const members: Record<string, string> = {};
  for (const [, line = ''] of body.matchAll(/^\s*([A-Z][^\n/]*)/gm)) {
    const name = /^\w+/.exec(line)?.[0] as string;
    members[name] = oneLine(line);
  }
  return members;
}

const isDeprecated = (text: string, at: number) =>
  /\/\/ Deprecated:[^\n]*\n(?:\/\/[^\n]*\n)*$/.test(text.slice(Math.max(0, at - 1_000), at));

const oneLine = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/,? \)/g, ')').trim();
