import { foldCase } from '../../platform/fold-case.ts';

/** Somebody who could be meant. */
export interface Mentionable {
  id: string;
  name: string;
  email: string;
}

export const mentionsMax = 50;

// A name begins with a letter or a digit; what stands before the @ must not belong to an address or a path.
const mention =
  /(?<![\p{L}\p{N}\p{M}_.@/\\+-])@([\p{L}\p{N}][\p{L}\p{N}\p{M}._+-]*(?:@[\p{L}\p{N}][\p{L}\p{N}.-]*)?)/gu;

/** The names after an @ outside of code, folded, each once, in the order in which they stand. */
export function parseMentions(text: string): string[] {
  if (!text.includes('@')) return [];
  const names = new Set<string>();
  for (const [, name] of withoutCode(text).matchAll(mention)) {
    names.add(foldCase(name as string));
    if (names.size >= mentionsMax) break;
  }
  return [...names];
}

/**
 * Whom the names mean: the whole e-mail address, or the part before its @, or the name without spaces. A name that
 * fits two people equally well means nobody. A full stop or dash at the end may belong to the sentence.
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

/** Markdown without its code: fenced and indented blocks, then spans between runs of as many backticks. */
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
    const places = runs.get(run.length);
    if (places) places.push(index);
    else runs.set(run.length, [index]);
  }
  // Taken from their end, which costs nothing.
  for (const places of runs.values()) places.reverse();
  // An escaped backtick opens nothing; inside a span a backslash is a backslash.
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

/** The places are asked for in their order, so those that are passed are dropped. */
function nextAfter(places: number[], place: number): number | undefined {
  while (places.length > 0 && (places.at(-1) as number) <= place) places.pop();
  return places.at(-1);
}
