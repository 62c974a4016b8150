import { readBalanced } from './balanced.ts';
import type { SurfaceItem } from './surface.ts';

/** The names at the top of a Python module that do not hide behind an underscore, or those that `__all__` lists. */
export function readPythonExports(source: string): SurfaceItem[] {
  const text = withoutStrings(source);
  const listed = readAll(source);
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
        ...(keyword ? describe(source, match.index, keyword, known) : { signature: known }),
        ...(isDeprecated && { isDeprecated }),
      });
    }
    isDeprecated = false;
  }
  return [...items.values()];
}

function describe(source: string, at: number, keyword: string, name: string) {
  const open = at + keyword.length + 1 + name.length;
  const { inside, end } = source[open] === '(' ? readBalanced(source, open) : { inside: '', end: open };
  if (keyword === 'class') return { signature: `class ${name}${inside ? `(${oneLine(inside)})` : ''}` };
  const returns = /^\s*->\s*([^:\n]+):/.exec(source.slice(end, end + 300))?.[1];
  const parameters = splitTopLevel(inside);
  return {
    signature: `${keyword} ${name}(${parameters.join(', ')})${returns ? ` -> ${returns.trim()}` : ''}`,
    parameters,
  };
}

function readAll(source: string): Set<string> | undefined {
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

/** The arguments between commas that stand in no bracket. */
function splitTopLevel(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of oneLine(text)) {
    if ('([{'.includes(char)) depth++;
    if (')]}'.includes(char)) depth--;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** Text in triple quotes may hold what looks like code. Every character keeps its place. */
const withoutStrings = (source: string) =>
  source.replace(/("""|''')[\s\S]*?\1/g, (text) => text.replace(/[^\n]/g, ' '));
