import type { ChangeAnalysis } from '../analysis/analyze-change.ts';
import { compareCodeUnits } from '../analysis/surface-change.ts';
import type { Revision, SourceRepository } from '../source-repository.ts';
import { isDocPage, isGenerated, isSearched } from './doc-pages.ts';
import { findGonePath, readTrees, type Trees } from './doc-paths.ts';
import { findStaleVersion } from './doc-versions.ts';
import {
  type FalseSentence,
  type FoundSentences,
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
import { findIgnored } from './ignored-paths.ts';
import { type Match, type Matcher, newMatcher, type Page } from './match-quotes.ts';
import { isOwnManifest, readOwnNames } from './own-names.ts';
import { tellsPast } from './past-words.ts';
import { patchLine, replaceToken } from './patch.ts';
import { type MeasuredKind, mayClaimFalse, quoteKind } from './quote-kinds.ts';
import { type Quote, readQuotes } from './read-quotes.ts';
import { findStillMentioned } from './search-head.ts';

export interface SentencesInput {
  repository: Pick<SourceRepository, 'name' | 'links' | 'listFiles' | 'readBlobs'>;
  head: Revision;
  /** The comparison of base and head, as `analyzeChange` returns it. */
  change: Pick<ChangeAnalysis, 'files' | 'surface' | 'notes' | 'commits'>;
  limits?: Partial<SentenceLimits>;
}

/** One finding before the sources of the head are searched. */
interface Finding {
  sentence: FalseSentence;
  definition: GoneDefinition;
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
}: SentencesInput): Promise<FoundSentences> {
  const limits = { ...sentenceLimits, ...given };
  const texts = await readChangedFiles(repository, change, limits.fileBytesMax);
  const gone = listGoneDefinitions(change, texts);
  const versions = changedVersions(change, texts);
  const isPathGone = change.files.some(
    ({ kind, previousPath }) => kind === 'removed' || previousPath !== undefined,
  );
  if (gone.length === 0 && versions.length === 0 && !isPathGone)
    return { falseNow: [], mayBeFalse: [], leftOut: undefined };
  const files = await repository.listFiles(head, () => true);
  const trees = readTrees(files.keys(), change.files, findWebUrl(repository.links));
  const ownNames = await readOwnNames(
    repository,
    new Map([...files].filter(([path]) => isOwnManifest(path))),
  );
  const find = newMatcher(gone, ownNames);
  const findings: Finding[] = [];
  const readPage = (page: Page) => {
    const found = findInPage(page, { find, trees, versions });
    findings.push(...found.slice(0, limits.candidatesMax - findings.length));
  };
  const pages = await readPages(repository, files, limits, readPage);
  const kept = await withoutIgnored(
    repository,
    files,
    await withoutMentioned(repository, files, findings, limits),
  );
  return { ...byCertainty(kept.findings, limits), leftOut: describeLeftOut(pages, kept.isSearched) };
}

interface Known {
  find: Matcher;
  trees: Trees;
  versions: readonly ChangedVersion[];
}

function findInPage(page: Page, { find, trees, versions }: Known): Finding[] {
  const ownVersions = versionsFor(page, versions);
  const lines = page.text.split('\n');
  const found = page.quotes.flatMap((quote): Finding[] => {
    const matches = [
      ...find(quote, page).map((match) => ({ ...match, now: match.definition.now })),
      ...matchPath(quote, page, trees),
      ...matchVersions(quote, ownVersions, trees),
    ];
    // The words around it are only searched where something was found: that takes most of the time.
    if (matches.length === 0 || isAboutPast(quote)) return [];
    const written = lines[quote.line - 1] ?? '';
    return matches.map(({ definition, quote: token, now }) => ({
      definition,
      sentence: present(page, written, { line: quote.line, token, definition, now }),
    }));
  });
  if (found.length === 0 || isGenerated(page.text)) return [];
  return oncePerToken(found);
}

/** One entry for each token of a line; of several definitions the first in the order of kinds and paths. */
function oncePerToken(findings: readonly Finding[]): Finding[] {
  const sorted = [...findings].sort(
    ({ sentence: a, definition: one }, { sentence: b, definition: other }) =>
      a.line - b.line ||
      compareCodeUnits(a.quote, b.quote) ||
      compareCodeUnits(one.kind, other.kind) ||
      compareCodeUnits(one.path, other.path),
  );
  return sorted.filter(
    ({ sentence: { line, quote } }, at) =>
      sorted[at - 1]?.sentence.line !== line || sorted[at - 1]?.sentence.quote !== quote,
  );
}

function present(
  { path, text }: Page,
  written: string,
  {
    line,
    token,
    definition,
    now,
  }: { line: number; token: string; definition: GoneDefinition; now: string | undefined },
): FalseSentence {
  const next = now === undefined ? undefined : replaceToken(written, lastName(token, definition, now), now);
  return {
    file: path,
    line,
    quote: token,
    kind: quoteKind(definition.kind),
    was: definition.line === undefined ? definition.path : `${definition.path}:${definition.line}`,
    patch: next === undefined ? null : patchLine(path, text, line, next),
  };
}

const isAboutPast = ({ form, text, context, headings }: Quote) =>
  tellsPast(context, headings) || (form === 'block' && tellsPast(text, []));

interface ReadPages {
  all: number;
  read: number;
}

/** Reads the pages in the order of their paths, some at a time, so that their texts are never all in memory. */
async function readPages(
  repository: Pick<SourceRepository, 'readBlobs'>,
  files: ReadonlyMap<string, string>,
  { pagesMax, pageBytesMax, pagesBytesMax }: SentenceLimits,
  onPage: (page: Page) => void,
): Promise<ReadPages> {
  const all = [...files.keys()].filter(isDocPage).sort(compareCodeUnits);
  const paths = all.slice(0, pagesMax);
  let [read, bytesRead] = [0, 0];
  for (let at = 0; at < paths.length && bytesRead <= pagesBytesMax; at += pagesAtOnce) {
    const batch = paths.slice(at, at + pagesAtOnce);
    const texts = new Map<string, string>();
    const ids = new Set(batch.map((path) => files.get(path) as string));
    await repository.readBlobs([...ids], pageBytesMax, (id, bytes) => {
      texts.set(id, bytes.subarray(0, 8_000).includes(0) ? '' : bytes.toString());
    });
    for (const path of batch) {
      const text = texts.get(files.get(path) as string);
      if (text === undefined) continue;
      bytesRead += text.length;
      if (bytesRead > pagesBytesMax) break;
      read++;
      onPage({ path, text, quotes: readQuotes(text) });
    }
  }
  return { all: all.length, read };
}

const pagesAtOnce = 200;

/** The page of the repository at its code host, which that of a commit begins with. */
const findWebUrl = ({ commit }: SourceRepository['links']) =>
  /^(https?:\/\/[^{}]+?)(?:\/-)?\/commit\//.exec(commit ?? '')?.[1];

function matchPath(quote: Quote, page: Page, trees: Trees): (Match & { now: string | undefined })[] {
  const found = findGonePath(quote, page.path, trees);
  if (!found) return [];
  return [
    {
      definition: { kind: found.kind, name: found.was, path: found.was, place: found.place },
      quote: found.quote,
      now: found.now,
    },
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

function matchVersions(quote: Quote, versions: readonly ChangedVersion[], { after }: Trees) {
  return versions.flatMap((version) => {
    const found = findStaleVersion(quote, version, after);
    if (!found) return [];
    const { name, path, line } = version;
    const definition: GoneDefinition = { kind: 'version', name, path, ...(line !== undefined && { line }) };
    return [{ definition, quote: found.quote, now: found.now }];
  });
}

const pathKinds: readonly MeasuredKind[] = ['link', 'folder', 'address', 'path'];
const isPath = ({ definition: { kind } }: Finding) => pathKinds.includes(kind);
const isNamed = (finding: Finding) => !isPath(finding) && finding.definition.kind !== 'version';

async function withoutMentioned(
  repository: Pick<SourceRepository, 'readBlobs'>,
  files: ReadonlyMap<string, string>,
  findings: readonly Finding[],
  limits: SentenceLimits,
): Promise<{ findings: Finding[]; isSearched: boolean }> {
  const definitions = [...new Set(findings.filter(isNamed).map(({ definition }) => definition))];
  const sources = new Map([...files].filter(([path]) => isSearched(path)));
  const mentioned = await findStillMentioned(repository, sources, definitions, limits);
  return {
    findings: findings.filter((finding) => !isNamed(finding) || mentioned?.has(finding.definition) === false),
    isSearched: mentioned !== undefined,
  };
}

async function withoutIgnored<T extends { findings: Finding[] }>(
  repository: Pick<SourceRepository, 'readBlobs'>,
  files: ReadonlyMap<string, string>,
  found: T,
): Promise<T> {
  const pathsOf = ({ definition: { path, place = path } }: Finding) => [path, place];
  const paths = new Set(found.findings.filter(isPath).flatMap(pathsOf));
  if (paths.size === 0) return found;
  const ignored = await findIgnored(repository, files, paths);
  return {
    ...found,
    findings: found.findings.filter(
      (finding) => !isPath(finding) || !pathsOf(finding).some((path) => ignored.has(path)),
    ),
  };
}

function byCertainty(findings: readonly Finding[], { findingsMax }: SentenceLimits) {
  const [certain, doubtful] = [true, false].map((isCertain) =>
    findings
      .filter(({ definition: { kind } }) => mayClaimFalse(kind) === isCertain)
      .slice(0, findingsMax)
      .map(({ sentence }) => sentence),
  ) as [FalseSentence[], FalseSentence[]];
  return { falseNow: certain, mayBeFalse: doubtful };
}

function describeLeftOut({ all, read }: ReadPages, isSourceSearched: boolean): string | undefined {
  const told = [
    ...(read < all
      ? [`Of ${all} pages of documentation, ${read} were searched for sentences that are false now.`]
      : []),
    ...(isSourceSearched
      ? []
      : ['The sources are too large to search: only paths and versions in the documentation were checked.']),
  ];
  return told.length === 0 ? undefined : told.join(' ');
}

/** A renamed member is replaced without its owner. */
const lastName = (token: string, { kind }: GoneDefinition, now: string) =>
  kind === 'export' && !/[.#]/.test(now) ? (token.split(/[.#]/).at(-1) as string) : token;
