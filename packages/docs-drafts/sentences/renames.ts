import type { ChangeAnalysis } from '../analysis/analyze-change.ts';
import type { ChangedTexts, GoneDefinition } from './false-sentence.ts';
import { wholeWord } from './patch.ts';

/** What the line of a definition has to have beside the name, so that two such lines are the same definition. */
const restLengthMin = 16;

/**
 * The new names of definitions. A new name is certain if exactly one line of the head differs from the defining line in
 * nothing but the name, the names share a word, and the base lacks the new one; or if the maintainers write that the one was renamed
 * to the other and the changed files agree.
 */
export function findRenames(
  gone: readonly GoneDefinition[],
  change: Pick<ChangeAnalysis, 'notes' | 'commits'>,
  texts: ChangedTexts,
): Map<GoneDefinition, string> {
  const told = toldRenames(change);
  const before = [...texts.before.values()];
  const after = [...texts.after.values()];
  const found = new Map<GoneDefinition, string>();
  for (const one of gone) {
    if (one.kind === 'path' || one.kind === 'version' || one.kind === 'route') continue;
    const name = lastPart(one);
    const now = told.get(name);
    const isNew = (next: string) =>
      !before.some((text) => hasWord(text, bare(next))) && after.some((text) => hasWord(text, bare(next)));
    const certain = now !== undefined && now !== name && isNew(now) ? now : renameOnLine(one, texts, isNew);
    if (certain !== undefined) found.set(one, certain);
  }
  return found;
}

const lastPart = ({ kind, name }: GoneDefinition) =>
  kind === 'export' ? (name.split('.').at(-1) as string) : name;
const bare = (name: string) => name.replace(/^--/, '');
const hasWord = (text: string, word: string) => text.includes(word) && wholeWord(word).test(text);

function renameOnLine(
  one: GoneDefinition,
  { before, after, nextPath }: ChangedTexts,
  isNew: (name: string) => boolean,
): string | undefined {
  const [was, is] = [before.get(one.path), after.get(nextPath.get(one.path) ?? one.path)];
  if (was === undefined || is === undefined) return undefined;
  const name = lastPart(one);
  const token = bare(name);
  const word = wholeWord(token);
  const names = new Set<string>();
  const candidates = was
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length < 500 && word.test(line));
  for (const line of candidates.slice(0, 20)) {
    const parts = line.split(word);
    if (parts.length !== 2 || parts.join('').replace(/\W/g, '').length < restLengthMin) continue;
    const [head = '', tail = ''] = parts;
    for (const other of is.split('\n')) {
      const text = other.trim();
      if (
        text.length < 500 &&
        text.startsWith(head) &&
        text.endsWith(tail) &&
        text.length > head.length + tail.length
      ) {
        const next = text.slice(head.length, text.length - tail.length);
        if (/^[\w-]+$/.test(next) && next !== token) names.add(next);
      }
    }
  }
  const fresh = [...names].filter(isNew);
  if (fresh.length !== 1 || !sharesWord(token, fresh[0] as string)) return undefined;
  return name.startsWith('--') ? `--${fresh[0]}` : fresh[0];
}

const wordsOf = (name: string) =>
  new Set(name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g)?.map((word) => word.toLowerCase()) ?? []);
const sharesWord = (a: string, b: string) => wordsOf(a).intersection(wordsOf(b)).size > 0;

const code = String.raw`[\x60"'*]*([\w$.-]{3,80}?)(?:\(\))?[\x60"'*]*`;
const statements = [
  new RegExp(
    String.raw`\brenam(?:e|ed|es|ing)\s+(?:the\s+)?(?:\w+\s+)?${code}\s+(?:\w+\s+)?(?:in)?to\s+${code}(?=[\s,;:)]|\.?$)`,
    'gi',
  ),
  new RegExp(
    String.raw`(?:^|\s)${code}\s+(?:\w+\s+)?(?:was|has been|is|were)\s+(?:now\s+)?renamed\s+(?:in)?to\s+${code}(?=[\s,;:)]|\.?$)`,
    'gi',
  ),
];

/** What changelogs and commits within the range call renamed. */
function toldRenames({ notes, commits }: Pick<ChangeAnalysis, 'notes' | 'commits'>): Map<string, string> {
  const texts = [
    ...notes.map(({ text }) => text),
    ...commits.flatMap(({ subject, details }) => [subject, ...details]),
  ];
  const found = new Map<string, string>();
  const contradicted = new Set<string>();
  for (const text of texts)
    for (const shape of statements)
      for (const [, was = '', is = ''] of text.slice(0, 2_000).matchAll(shape)) {
        if (found.has(was) && found.get(was) !== is) contradicted.add(was);
        found.set(was, is);
      }
  for (const name of contradicted) found.delete(name);
  return found;
}
