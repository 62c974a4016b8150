import { readBalanced, splitTopLevel } from './balanced.ts';
import { blankPythonComments } from './blank-comments.ts';
import type { SurfaceItem } from './surface.ts';

/**
 * The names that `__all__` lists, or without it the top-level names that do not begin with an underscore. A module with
 * such a name itself is internal, unless it has `__all__`: its package may export those names.
 */
export function readPythonExports(path: string, original: string): SurfaceItem[] {
  const source = blankPythonComments(original);
  const text = withoutStrings(source);
  const listed = readAllList(source);
  const isInternal = !listed && /(?:^|\/)_(?!_(?:init|main)__\.py$)/.test(path);
  const items = new Map<string, SurfaceItem>();
  let isDeprecated = false;
  for (const match of text.matchAll(
    /^(?:@([\w.]+)[^\n]*|(async def|def|class) (\w+)|([A-Za-z]\w*)(?: *: *[^=\n]+)? *=(?!=))/gm,
  )) {
    const [, decorator, keyword, name, variable] = match;
    if (decorator !== undefined) {
      isDeprecated ||= /(?:^|\.)deprecated$/.test(decorator);
      continue;
    }
    const known = name ?? (variable as string);
    if (listed ? listed.has(known) : !known.startsWith('_')) {
      items.set(known, {
        area: 'export',
        name: known,
        ...(keyword ? describe(source, text, match.index, keyword, known) : { signature: known }),
        ...(isDeprecated && { isDeprecated }),
        ...(isInternal && { isInternal }),
      });
    }
    isDeprecated = false;
  }
  return [...items.values()];
}

function describe(
  source: string,
  text: string,
  at: number,
  keyword: string,
  name: string,
): Pick<SurfaceItem, 'signature' | 'parameters' | 'members'> {
  const open = at + keyword.length + 1 + name.length;
  const { inside, end } = source[open] === '(' ? readBalanced(source, open) : { inside: '', end: open };
  if (keyword === 'class')
    return {
      signature: `class ${name}${inside ? `(${oneLine(inside)})` : ''}`,
      members: readMethods(source, text, end),
    };
  const returns = /^\s*->\s*([^:\n]+):/.exec(source.slice(end, end + 300))?.[1];
  const parameters = splitTopLevel(oneLine(inside));
  return {
    signature: `${keyword} ${name}(${parameters.join(', ')})${returns ? ` -> ${returns.trim()}` : ''}`,
    parameters,
  };
}

/** The public methods of a class, `__init__` and `__call__`, up to the next line without indentation. */
function readMethods(source: string, text: string, from: number): Record<string, string> {
  const length = /\n(?=[^\s#)])/.exec(text.slice(from))?.index ?? text.length - from;
  const body = text.slice(from, from + length);
  const indent = /\n([ \t]+)\S/.exec(body)?.[1];
  const members: Record<string, string> = {};
  if (indent === undefined) return members;
  const shape = new RegExp(`\\n${indent}(async def|def) (__init__|__call__|[A-Za-z]\\w*)(?=\\()`, 'g');
  // Several definitions of one name may be overloads, so all of them count.
  for (const { index, 1: keyword = '', 2: name = '' } of body.matchAll(shape))
    members[name] = [
      Object.hasOwn(members, name) ? members[name] : undefined,
      describe(source, text, from + index + 1 + indent.length, keyword, name).signature,
    ]
      .filter(Boolean)
      .join('\n');
  return members;
}

function readAllList(source: string): Set<string> | undefined {
  const match = /^__all__\s*(?::[^=\n]+)?=\s*[[(]/m.exec(source);
  if (!match) return undefined;
  const { inside } = readBalanced(source, match.index + match[0].length - 1);
  return new Set([...inside.matchAll(/['"](\w+)['"]/g)].map(([, name]) => name as string));
}

const oneLine = (text: string) =>
  text
    .replace(/#[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Replaces triple-quoted strings by spaces, because they may contain code. Offsets do not change. */
const withoutStrings = (source: string) =>
  source.replace(/("""|''')[\s\S]*?\1/g, (text) => text.replace(/[^\n]/g, ' '));
