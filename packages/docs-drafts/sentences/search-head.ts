import type { SourceRepository } from '../source-repository.ts';
import type { GoneDefinition, SentenceLimits } from './false-sentence.ts';
import { splitRoute } from './match-quotes.ts';
import { escapePattern, wholeWord } from './patch.ts';

/** Whether the text of a file may still define it, under any spelling that parsers of options and settings derive. */
type MayDefine = (text: string, folded: string) => boolean;

/**
 * The definitions that some file of the head mentions, and may therefore still define: by composition, in a language that
 * is not parsed, or in a dependency that is vendored. Undefined if the sources exceed the limits.
 */
export async function findStillMentioned(
  repository: Pick<SourceRepository, 'readBlobs'>,
  sources: ReadonlyMap<string, string>,
  definitions: readonly GoneDefinition[],
  limits: SentenceLimits,
): Promise<ReadonlySet<GoneDefinition> | undefined> {
  const mentioned = new Set<GoneDefinition>();
  if (definitions.length === 0) return mentioned;
  const ids = [...new Set(sources.values())];
  if (ids.length > limits.sourcesMax) return undefined;
  let open = definitions.map((definition) => ({ definition, mayDefine: newSearch(definition) }));
  let bytesRead = 0;
  await repository.readBlobs(ids, limits.fileBytesMax, (_, bytes) => {
    bytesRead += bytes.length;
    if (open.length === 0 || bytesRead > limits.sourcesBytesMax || bytes.subarray(0, 8_000).includes(0))
      return;
    const text = bytes.toString();
    const folded = fold(text);
    open = open.filter(({ definition, mayDefine }) => {
      if (!mayDefine(text, folded)) return true;
      mentioned.add(definition);
      return false;
    });
  });
  return bytesRead > limits.sourcesBytesMax ? undefined : mentioned;
}

/** `--max-old`, `maxOld`, `max_old` and `MAX_OLD` fold to `maxold`. */
const fold = (text: string) => text.toLowerCase().replace(/[-_]/g, '');

function newSearch({ kind, name }: GoneDefinition): MayDefine {
  if (kind === 'flag') return searchFlag(name);
  if (kind === 'variable') return anySearch([searchWord(name), ...suffixesOf(name).map(searchFolded)]);
  if (kind === 'setting') return searchFolded(name);
  if (kind === 'route') return searchRoute(name.replace(/^[A-Z]+ /, ''));
  return searchWord(name.split('.').at(-1) as string);
}

const anySearch =
  (searches: MayDefine[]): MayDefine =>
  (text, folded) =>
    searches.some((search) => search(text, folded));

function searchWord(word: string): MayDefine {
  const shape = new RegExp(`(?<![\\w$])${escapePattern(word)}(?![\\w$])`);
  return (text) => text.includes(word) && shape.test(text);
}

/** Matches every spelling of the words, as a whole word. */
function searchFolded(name: string): MayDefine {
  const key = fold(name);
  const parts = name.match(/[A-Z]?[a-z0-9]+|[A-Z0-9]+(?![a-z])/g) ?? [name];
  const shape = new RegExp(`(?<![a-z0-9])${parts.map(escapePattern).join('[-_. ]?')}(?![a-z0-9])`, 'i');
  return (text, folded) =>
    folded.includes(key.replace(/[^a-z0-9]/g, '')) && (shape.test(text) || name.includes('.'));
}

/** An option of one word is searched with its dashes or in quotes, one of several words in every spelling. */
function searchFlag(name: string): MayDefine {
  const plain = name.replace(/^--(?:no-)?/, '');
  if (/[-_]|[a-z][A-Z]/.test(plain)) return searchFolded(plain);
  const shape = new RegExp(
    `--(?:no-)?${plain}(?![\\w-])|(['"\`])${plain}\\1|(?<![\\w$-])${plain}\\s*[:?]|\\blong\\b.{0,40}\\b${plain}\\b`,
    'i',
  );
  return (text, folded) => folded.includes(plain.toLowerCase()) && shape.test(text);
}

/** Frameworks put a prefix in front of the names of settings: `API_LOG_LEVEL` may be read as `log_level`. */
function suffixesOf(name: string): string[] {
  const parts = name.split('_');
  return parts
    .slice(1, -1)
    .map((_, index) => parts.slice(index + 1).join('_'))
    .filter((suffix) => suffix.includes('_'));
}

/** The last piece of a route without parameters, which a router that is mounted below a prefix has too. */
function searchRoute(path: string): MayDefine {
  const pieces = splitRoute(path);
  const last = pieces.findLast((piece) => piece !== ':') ?? '';
  const shape = wholeWord(last);
  return (text) =>
    text.includes(last) &&
    new RegExp(`/${escapePattern(last)}(?![\\w-])|(['"\`])${escapePattern(last)}\\1`).test(text) &&
    shape.test(text);
}
