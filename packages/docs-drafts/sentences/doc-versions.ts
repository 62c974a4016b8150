import path from 'node:path/posix';
import { goModulePath } from '../surface/dependencies.ts';
import type { ChangedVersion } from './gone-definitions.ts';
import { escapePattern } from './patch.ts';
import type { Quote } from './read-quotes.ts';

export interface StaleVersion {
  quote: string;
  /** What to write instead, if it is certain. */
  now: string | undefined;
}

const spellings: Readonly<Record<string, string>> = {
  'Node.js': 'Node(?:\\.?js)?',
  Python: 'Python',
  Go: 'Go(?:lang)?',
  Rust: 'Rust(?:c)?',
  Bun: 'Bun',
  Deno: 'Deno',
};

/** A minimum version in a sentence that is the one of the base, where the head needs a newer one. */
export function findStaleVersion(
  quote: Quote,
  version: ChangedVersion,
  headTree: ReadonlySet<string>,
): StaleVersion | undefined {
  return version.name === goModulePath
    ? staleModulePath(quote, version, headTree)
    : staleMinimum(quote, version);
}

function staleMinimum(
  { form, text, context, headings }: Quote,
  { name, before, after }: ChangedVersion,
): StaleVersion | undefined {
  const spelling = spellings[name];
  const [old, now] = [minimum(before), minimum(after)];
  if (form !== 'prose' || spelling === undefined || !old || !now) return undefined;
  if (!requirement.test(context) && !headings.some((heading) => requirementHeading.test(heading)))
    return undefined;
  if (condition.test(context)) return undefined;
  const shape = new RegExp(
    `(?<![\\w.-])(?:\\[)?${spelling}(?:\\]\\([^)]{1,200}\\))?[\\s\`*_]*(?:versions?\\s*)?(>=|≥|v(?=\\d))?[\\s\`*_]*v?(\\d+(?:\\.\\d+)*)(?:\\.[xX])?[\`*_]*\\s*(\\+|\\(?\\s*(?:or|and)\\s+(?:later|higher|newer|above|greater|up|upwards?)\\b)?(?![\\w.]*\\d)`,
    'i',
  );
  const found = shape.exec(text);
  if (!found) return undefined;
  const [whole, operator, stated = '', suffix] = found;
  const isMinimum =
    operator === '>=' ||
    operator === '≥' ||
    suffix !== undefined ||
    minimumWord.test(text.slice(0, found.index));
  const given = stated.split('.').map(Number);
  if (!isMinimum || !given.every((part, at) => part === (old[at] ?? 0))) return undefined;
  const next = now.slice(0, given.length);
  if (next.every((part, at) => part === given[at]) || next.length < given.length) return undefined;
  return { quote: whole.trim(), now: whole.trim().replace(stated, next.join('.')) };
}

const requirement =
  /\b(?:requires?|required|requirements?|needs?|minimum|prerequisites?|supports?|supported|install(?:ed)?|you must have|at least)\b/i;
const requirementHeading =
  /\b(?:requirements?|prerequisites?|install\w*|getting started|supported|setup|set up|building|develop\w*|contribut\w*|quick ?start)\b/i;
const condition =
  /\b(?:if|when|only on|only with|only in|for users|unless|natively|by default|depends on)\b/i;
const minimumWord = /\b(?:requires?|minimum|at least|needs?)\b[^.;]{0,40}$/i;

/** The lowest version of a range. */
function minimum(range: string): number[] | undefined {
  const lowest = range
    .split('||')
    .map((part) => /(\d+(?:\.\d+)*)/.exec(part)?.[1])
    .filter((part) => part !== undefined)
    .map((part) => part.split('.').map(Number))
    .sort((a, b) => compare(a, b))[0];
  return lowest;
}

const compare = (a: number[], b: number[]) => {
  const at = a.findIndex((part, index) => part !== (b[index] ?? 0));
  return at < 0 ? 0 : (a[at] as number) - (b[at] ?? 0);
};

/** `go get example.org/name` where the module is `example.org/name/v2` now. */
function staleModulePath(
  { form, text, language }: Quote,
  { path: manifest, before, after }: ChangedVersion,
  headTree: ReadonlySet<string>,
): StaleVersion | undefined {
  const isImport =
    (form === 'block' || form === 'span') &&
    (/\bgo\s+(?:get|install|run)\b/.test(text) ||
      (/^(?:go|golang)$/.test(language) && /^\s*(?:import\s+)?(?:[\w.]+\s+)?"/.test(text)));
  if (!isImport) return undefined;
  const found = new RegExp(
    `(?<![\\w./-])${escapePattern(before)}(?!/[^\\s"]*\\bv\\d|[\\w-]|\\.\\w|[^\\s"]*@v\\d|/v\\d)`,
  ).exec(text);
  if (!found || text.includes(after)) return undefined;
  // The packages of a module may have moved when its path changed.
  const below = /^\/([\w./-]*[\w-])/.exec(text.slice(found.index + before.length))?.[1];
  const isThere = below === undefined || headTree.has(path.join(path.dirname(manifest), below));
  return { quote: before, now: isThere ? after : undefined };
}
