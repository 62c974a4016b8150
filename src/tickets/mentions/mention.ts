import { foldCase } from '../../platform/fold-case.ts';

/** A user whom a mention can match. */
export interface Mentionable {
  id: string;
  name: string;
  email: string;
}

export const mentionsMax = 50;
// The maximum length of an e-mail address: nobody has a longer name, and matching names takes quadratic time.
const nameLengthMax = 320;

// A name begins with a letter or a digit. The character before the @ must not belong to an e-mail address or a path.
const mention =
  /(?<![\p{L}\p{N}\p{M}_.@/\\+-])@([\p{L}\p{N}][\p{L}\p{N}\p{M}._+-]*(?:@[\p{L}\p{N}][\p{L}\p{N}.-]*)?)/gu;

/** The distinct names after an @ outside of code, case-folded, in order of occurrence. */
export function parseMentions(text: string): string[] {
  if (!text.includes('@')) return [];
  const names = new Set<string>();
  for (const [, name] of withoutCode(text).matchAll(mention)) {
    if ((name as string).length <= nameLengthMax) names.add(foldCase(name as string));
    if (names.size >= mentionsMax) break;
  }
  return [...names];
}

/**
 * Finds the users whom the names match: by e-mail address, by its part before the @, or by name without spaces. A name
 * that matches two users in the same way matches nobody. A full stop or dash at the end may belong to the sentence.
 */
export function matchMentions<P extends Mentionable>(names: string[], people: P[]): P[] {
  const rounds = [
    index(people, ({ email }) => foldCase(email)),
    index(people, ({ email }) => foldCase(email).slice(0, foldCase(email).lastIndexOf('@'))),
    index(people, ({ name }) => foldCase(name).replace(/\s+/gu, '')),
  ];
  const found = new Map<string, P>();
  for (const name of names) {
    const person = matchOne(name, rounds) ?? matchOne(name.replace(/[._+-]+$/u, ''), rounds);
    if (person) found.set(person.id, person);
  }
  return [...found.values()];
}

type Index<P> = Map<string, P[]>;

function index<P>(people: P[], handleOf: (person: P) => string): Index<P> {
  const byHandle: Index<P> = new Map();
  for (const person of people) {
    const handle = handleOf(person);
    const same = byHandle.get(handle);
    if (same) same.push(person);
    else byHandle.set(handle, [person]);
  }
  return byHandle;
}

function matchOne<P>(name: string, rounds: Index<P>[]): P | undefined {
  for (const byHandle of rounds) {
    const people = byHandle.get(name);
    if (people) return people.length === 1 ? people[0] : undefined;
  }
  return undefined;
}

/** Removes code from Markdown: fenced and indented blocks, and spans between backtick runs of equal length. */
function withoutCode(text: string): string {
  const paragraphs: string[] = [];
  let fence: string | undefined;
  let isParagraphOpen = false;
  let isInList = false;
  let current: string[] = [];
  const flush = () => {
    if (current.length > 0) paragraphs.push(withoutCodeSpans(current.join('\n')));
    current = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const marker = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence !== undefined) {
      if (marker && isClosing(fence, marker[1] as string, marker[2] as string)) fence = undefined;
      continue;
    }
    if (marker && !(marker[1]?.startsWith('`') && marker[2]?.includes('`'))) {
      flush();
      fence = marker[1];
      isParagraphOpen = false;
      continue;
    }
    if (line.trim() === '') {
      flush();
      isParagraphOpen = false;
      continue;
    }
    const isIndented = /^(?: {4}| {0,3}\t)/.test(line);
    if (isIndented && !isParagraphOpen && !isInList) continue;
    if (!isIndented) isInList = /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line);
    isParagraphOpen = true;
    current.push(line);
  }
  flush();
  return paragraphs.join('\n\n');
}

const isClosing = (opened: string, marker: string, rest: string) =>
  marker[0] === opened[0] && marker.length >= opened.length && rest.trim() === '';

function withoutCodeSpans(text: string): string {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const offsets = runs.get(run.length);
    if (offsets) offsets.push(index);
    else runs.set(run.length, [index]);
  }
  // Reversed, because nextAfter pops from the end, which is O(1).
  for (const offsets of runs.values()) offsets.reverse();
  // An escaped backtick opens no span; inside a span, a backslash has no meaning.
  const token = /\\[\s\S]|`+/g;
  let kept = '';
  let from = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { 0: run, index: opens } = found;
    const closes = run.startsWith('`') ? nextAfter(runs.get(run.length) ?? [], opens) : undefined;
    if (closes === undefined) continue;
    kept += `${text.slice(from, opens)} `;
    from = closes + run.length;
    token.lastIndex = from;
  }
  return kept + text.slice(from);
}

/** The first offset after this one. Calls come in ascending order, so passed offsets are dropped. */
function nextAfter(offsets: number[], offset: number): number | undefined {
  while (offsets.length > 0 && (offsets.at(-1) as number) <= offset) offsets.pop();
  return offsets.at(-1);
}
