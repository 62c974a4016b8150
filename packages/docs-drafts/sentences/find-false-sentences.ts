import type { ChangeAnalysis } from '../analysis/analyze-change.ts';
import { compareCodeUnits } from '../analysis/surface-change.ts';
import type { Revision, SourceRepository } from '../source-repository.ts';
import { isDocPage, isSearched } from './doc-pages.ts';
import { findGonePath, readTrees, type Trees } from './doc-paths.ts';
import { findStaleVersion } from './doc-versions.ts';
import {
  type FalseSentence,
  type GoneDefinition,
  type SentenceLimits,
  sentenceLimits,
} from './false-sentence.ts';
import {
  type ChangedVersion,
  changedVersions,
  listGoneDefinitions,
  readChangedFiles,
} from './gone-definitions.ts';
import { type Match, newMatcher, type Page } from './match-quotes.ts';
import { isOwnManifest, readOwnNames } from './own-names.ts';
import { tellsPast } from './past-words.ts';
import { patchLine, replaceToken } from './patch.ts';
import { type Quote, readQuotes } from './read-quotes.ts';
import { findStillMentioned } from './search-head.ts';

export interface SentencesInput {
  repository: Pick<SourceRepository, 'name' | 'listFiles' | 'readBlobs'>;
  head: Revision;
  /** The comparison of base and head, as `analyzeChange` returns it. */
  change: Pick<ChangeAnalysis, 'files' | 'surface' | 'notes' | 'commits'>;
  limits?: Partial<SentenceLimits>;
}

/** One finding before the sources of the head are searched. */
interface Finding {
  page: Page;
  quote: Quote;
  token: string;
  definition: GoneDefinition;
  /** What to write for the token, if it is certain. */
  now: string | undefined;
}

/**
 * Finds quotations of code in the Markdown and MDX of the head that resolved at the base and do not any more, sorted by
 * page, line and quote. A name counts as gone if the changed files of the base define it, those of the head do not, and no source
 * of the head mentions it.
 */
export async function findFalseSentences({
  repository,
  head,
  change,
  limits: given,
}: SentencesInput): Promise<FalseSentence[]> {
  const limits = { ...sentenceLimits, ...given };
  const texts = await readChangedFiles(repository, change, limits.fileBytesMax);
  const gone = listGoneDefinitions(change, texts);
  const versions = changedVersions(change, texts);
  const files = await repository.listFiles(head, () => true);
  const trees = readTrees(files.keys(), change.files);
  const ownNames = await readOwnNames(
    repository,
    new Map([...files].filter(([path]) => isOwnManifest(path))),
  );
  const find = newMatcher(gone, ownNames);
  const findings: Finding[] = [];
  for (const page of await readPages(repository, files, limits)) {
    const ownVersions = versionsFor(page, versions);
    for (const quote of page.quotes) {
      const found = [
        ...find(quote, page).map((match) => ({ ...match, now: match.definition.now })),
        ...matchPath(quote, page, trees),
        ...matchVersions(quote, ownVersions),
      ];
      // The words around it are only searched where something was found: that takes most of the time.
      if (found.length === 0 || isAboutPast(quote)) continue;
      for (const { definition, quote: token, now } of found)
        findings.push({ page, quote, token, definition, now });
    }
  }
  const kept = await withoutMentioned(repository, files, findings, limits);
  return present(kept).slice(0, limits.findingsMax);
}

const isAboutPast = ({ form, text, context, headings }: Quote) =>
  tellsPast(context, headings) || (form === 'block' && tellsPast(text, []));

async function readPages(
  repository: Pick<SourceRepository, 'readBlobs'>,
  files: ReadonlyMap<string, string>,
  { pagesMax, pageBytesMax, pagesBytesMax }: SentenceLimits,
): Promise<Page[]> {
  const paths = [...files.keys()].filter(isDocPage).sort(compareCodeUnits).slice(0, pagesMax);
  const texts = new Map<string, string>();
  const ids = new Set(paths.map((path) => files.get(path) as string));
  await repository.readBlobs([...ids], pageBytesMax, (id, bytes) => {
    if (!bytes.subarray(0, 8_000).includes(0)) texts.set(id, bytes.toString());
  });
  let bytesRead = 0;
  return paths.flatMap((path): Page[] => {
    const text = texts.get(files.get(path) as string);
    if (text === undefined) return [];
    bytesRead += text.length;
    return bytesRead > pagesBytesMax ? [] : [{ path, text, quotes: readQuotes(text) }];
  });
}

function matchPath(quote: Quote, page: Page, trees: Trees): (Match & { now: string | undefined })[] {
  const found = findGonePath(quote, page.path, trees);
  if (!found) return [];
  return [
    { definition: { kind: 'path', name: found.was, path: found.was }, quote: found.quote, now: found.now },
  ];
}

/** The manifest at the root counts for all pages, any other for the pages of its folder. The nearest one decides. */
function versionsFor(page: Page, versions: readonly ChangedVersion[]): ChangedVersion[] {
  const nearest = new Map<string, ChangedVersion>();
  for (const version of versions) {
    const folder = version.path.slice(0, version.path.lastIndexOf('/') + 1);
    const known = nearest.get(version.name);
    if (page.path.startsWith(folder) && (!known || known.path.length < version.path.length))
      nearest.set(version.name, version);
  }
  return [...nearest.values()];
}

function matchVersions(quote: Quote, versions: readonly ChangedVersion[]) {
  return versions.flatMap((version) => {
    const found = findStaleVersion(quote, version);
    if (!found) return [];
    const { name, path, line } = version;
    const definition: GoneDefinition = { kind: 'version', name, path, ...(line !== undefined && { line }) };
    return [{ definition, quote: found.quote, now: found.now }];
  });
}

async function withoutMentioned(
  repository: Pick<SourceRepository, 'readBlobs'>,
  files: ReadonlyMap<string, string>,
  findings: readonly Finding[],
  limits: SentenceLimits,
): Promise<Finding[]> {
  const isNamed = ({ definition: { kind } }: Finding) => kind !== 'path' && kind !== 'version';
  const definitions = [...new Set(findings.filter(isNamed).map(({ definition }) => definition))];
  const sources = new Map([...files].filter(([path]) => isSearched(path)));
  const mentioned = await findStillMentioned(repository, sources, definitions, limits);
  return findings.filter((finding) => !isNamed(finding) || mentioned?.has(finding.definition) === false);
}

/** One entry for each token of a line; of several definitions the first in the order of paths. */
function present(findings: readonly Finding[]): FalseSentence[] {
  const found = new Map<string, FalseSentence>();
  const sorted = [...findings].sort(
    (a, b) =>
      compareCodeUnits(a.page.path, b.page.path) ||
      a.quote.line - b.quote.line ||
      compareCodeUnits(a.token, b.token) ||
      compareCodeUnits(a.definition.kind, b.definition.kind) ||
      compareCodeUnits(a.definition.path, b.definition.path),
  );
  for (const { page, quote, token, definition, now } of sorted) {
    const key = `${page.path}\0${quote.line}\0${token}`;
    if (found.has(key)) continue;
    const written = page.text.split('\n')[quote.line - 1] ?? '';
    const line = now === undefined ? undefined : replaceToken(written, lastName(token, definition, now), now);
    found.set(key, {
      file: page.path,
      line: quote.line,
      quote: token,
      kind: definition.kind,
      was: definition.line === undefined ? definition.path : `${definition.path}:${definition.line}`,
      patch: line === undefined ? null : patchLine(page.path, page.text, quote.line, line),
    });
  }
  return [...found.values()];
}

/** A renamed member is replaced without its owner. */
const lastName = (token: string, { kind }: GoneDefinition, now: string) =>
  kind === 'export' && !/[.#]/.test(now) ? (token.split(/[.#]/).at(-1) as string) : token;
