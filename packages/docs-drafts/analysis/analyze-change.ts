import type { Progress } from '../progress.ts';
import type { Commit, Comparison, FileChange, Revision, SourceRepository } from '../source-repository.ts';
import { isChangelog } from '../surface/changelog-files.ts';
import { isManifest, isPeer } from '../surface/dependencies.ts';
import { isOpenApi } from '../surface/openapi-operations.ts';
import { canInstall, parseManifest } from '../surface/packages/script-packages.ts';
import { isNonProductFile, isScript, isTestFile } from '../surface/product-files.ts';
import { isSurfaceFile } from '../surface/read-surface.ts';
import type { SurfaceItem } from '../surface/surface.ts';
import { loadGrammars } from '../surface/tree-sitter.ts';
import type { AnalyzedCommit } from './analyzed-commit.ts';
import { isMajorRelease, markAnnouncedBreaks } from './announced-breaks.ts';
import { addCallSites } from './call-sites.ts';
import { newClaims } from './claims.ts';
import { compareCode, loadCodeFiles } from './code/compare-code.ts';
import { parseCommitMessage } from './commit-message.ts';
import { compareGoPackages, loadGoPackages } from './compare-go.ts';
import { comparePythonModules, loadPythonModules } from './compare-python.ts';
import {
  compareScriptPackages,
  isLeftOut,
  loadScriptPackages,
  publicScriptFiles,
  readmeOf,
} from './compare-scripts.ts';
import { byAreaAndPath, compareSurfaces, type FileSurfaces } from './compare-surfaces.ts';
import { compareInternalExports } from './internal-exports.ts';
import { joinMergedPullRequests, parentsByCommit } from './merged-pull-requests.ts';
import { readPullRequests, readReleaseText, withPullRequest, withSections } from './pull-request-words.ts';
import type { ReleaseNote } from './release-note.ts';
import { readNotesOfRelease, readReleaseNotes } from './release-notes.ts';
import { developerRequirements, maintenanceFile, sourceFile } from './rules/path-rules.ts';
import { openSourceTree, type ParsedFile, type SideName, type SourceTree } from './source-tree.ts';
import { compareCodeUnits, type SurfaceChange } from './surface-change.ts';
import { markTestDependencies } from './test-dependencies.ts';

export interface ChangeLimits {
  commitsMax: number;
  filesMax: number;
  /** Larger files are listed by name, but not read. */
  fileBytesMax: number;
}

/** The difference between base and head, as input for the drafts. */
export interface ChangeAnalysis {
  mergeBase: string | undefined;
  commits: AnalyzedCommit[];
  files: FileChange[];
  surface: SurfaceChange[];
  /** What the maintainers wrote into changelogs within the range. */
  notes: ReleaseNote[];
  /** Number of file contents that were not read because they are too large or missing. */
  unread: number;
  /** Paths of source files that nest too deep to be read, sorted. */
  tooDeep: string[];
  /** Number of pull requests that the code host refused to return. */
  unreadPulls: number;
  /** Number of commits that were not reverted; `commits` has one entry for all commits of a merged pull request. */
  commitsCount: number;
}

const sourcesPerCommit = 5;
const detailsMax = 20;
const filesPerReport = 100;

export async function analyzeChange(
  repository: SourceRepository,
  range: { base: Revision; head: Revision; refs?: { base: string; head: string } },
  limits: ChangeLimits,
  report: (progress: Progress) => void,
): Promise<ChangeAnalysis> {
  report({ step: 'comparing', done: 0, total: 0 });
  const comparison = await repository.compare(range.base, range.head, limits);
  await loadGrammars(comparison.files.map(({ path }) => path));
  const tree = await openSourceTree(repository, range.head, comparison.files, limits);
  const unread = await loadChangedFiles(tree, comparison.files, report);
  const { surface: compared, isUnpacked } = await compareSides(tree, comparison.files);
  const isWithoutEffect = (path: string) => isUnpacked(path) || hasSameCode(tree, path);
  const { fileBytesMax } = limits;
  const shipped = await markTestDependencies(repository, tree, compared, fileBytesMax);
  const surface = await addCallSites(repository, shipped, comparison.files, fileBytesMax);
  const changelogs = comparison.files.map(({ path }) => path).filter(isChangelog);
  const told = readReleaseNotes(tree, changelogs, range.refs);
  const releaseText = await readReleaseText(repository, range.refs?.head);
  const release = readNotesOfRelease(releaseText ?? '', range.head.sha);
  const parsed = withoutReverted(analyzeCommits(comparison, isWithoutEffect)).map((commit) =>
    isRelease(commit, range.refs?.head) ? { ...commit, type: 'release' } : commit,
  );
  const pulls = await readPullRequests(repository, parsed);
  const commits = joinMergedPullRequests(
    parsed.map((commit) => withPullRequest(commit, withSections(pulls.byNumber, release.sections))),
    parentsByCommit(comparison.commits),
  );
  return {
    mergeBase: comparison.mergeBase,
    files: [...comparison.files].sort((a, b) => compareCodeUnits(a.path, b.path)),
    surface,
    ...markAnnouncedBreaks(
      { notes: told.length > 0 ? told : release.notes, commits },
      surface,
      isMajorRelease(range.refs?.base, range.refs?.head) || raisesMajorOfPackage(tree),
    ),
    unread,
    tooDeep: [...tree.tooDeep].sort(compareCodeUnits),
    unreadPulls: pulls.unread,
    commitsCount: parsed.length,
  };
}

/** Matches `prep v1.2.0 release`: a few words around the version of the head. */
function isRelease({ type, subject }: AnalyzedCommit, head: string | undefined): boolean {
  const version = /\d+\.\d+(?:\.\d+)*(?:-?[a-z]+[.\d]*)?$/.exec(head ?? '')?.[0];
  return (
    version !== undefined &&
    (type === undefined || type === 'chore') &&
    subject.split(/\s+/).length <= releaseWordsMax &&
    new RegExp(`(?:^|[^\\d.])${version.replaceAll('.', '\\.')}(?![\\d]|\\.\\d)`).test(subject)
  );
}

const releaseWordsMax = 5;

/** True if the package at the root raises its major version; the refs may be branches. */
const raisesMajorOfPackage = (tree: SourceTree) => {
  const version = (side: SideName) =>
    /"version"\s*:\s*"([^"]+)"/.exec(tree.file(side, 'package.json')?.text ?? '')?.[1];
  return isMajorRelease(version('before'), version('after'));
};

/** Reads both versions of the changed files. Returns how many contents could not be read. */
async function loadChangedFiles(
  tree: SourceTree,
  files: FileChange[],
  report: (progress: Progress) => void,
): Promise<number> {
  const requests = files.flatMap(({ path, previousPath = path, before, after, isSubmodule }) => {
    if (isSubmodule || !(isSurfaceFile(path) || isSurfaceFile(previousPath))) return [];
    return [
      ...(before === undefined ? [] : [{ side: 'before' as const, path: previousPath, id: before }]),
      ...(after === undefined ? [] : [{ side: 'after' as const, path, id: after }]),
    ];
  });
  const ids = new Set(requests.filter(({ side, path }) => tree[side].has(path)).map(({ id }) => id));
  const total = ids.size;
  report({ step: 'reading', done: 0, total });
  await tree.load(
    requests.map(({ side, path }): [SideName, string] => [side, path]),
    (done) => {
      if (done % filesPerReport === 0) report({ step: 'reading', done, total });
    },
  );
  report({ step: 'reading', done: total, total });
  return [...ids].filter((id) => !tree.isLoaded(id)).length;
}

async function compareSides(
  tree: SourceTree,
  files: FileChange[],
): Promise<{ surface: SurfaceChange[]; isUnpacked: (path: string) => boolean }> {
  const changed = [...new Set(files.flatMap(({ path, previousPath = path }) => [path, previousPath]))];
  const claims = newClaims(tree.before, tree.after);
  const packages = await loadScriptPackages(tree);
  const folders = await loadGoPackages(tree, changed);
  const modules = await loadPythonModules(tree, changed);
  const code = await loadCodeFiles(tree, changed);
  compareScriptPackages(tree, packages, claims);
  const isGoLibrary = compareGoPackages(tree, folders, claims);
  comparePythonModules(tree, modules, claims);
  compareCode(tree, code, claims);

  const scripts = publicScriptFiles(tree, packages);
  const publicFiles = new Set([
    ...scripts,
    ...modules,
    ...(isGoLibrary ? changed.filter((path) => folders.has(path.slice(0, path.lastIndexOf('/') + 1))) : []),
  ]);
  const isLibrary = scripts.size > 0 || modules.length > 0 || isGoLibrary;
  const isUnpacked = (path: string) => isScript(path) && isLeftOut(packages, path);
  const shipped = files.filter(({ path }) => !isUnpacked(path));
  const surface = [
    ...claims.list(),
    ...compareSurfaces(surfacesOf(tree, shipped), isLibrary),
    ...compareInternalExports(tree, files, publicFiles),
  ].sort(byAreaAndPath);
  return { surface, isUnpacked };
}

/** The surface items of the changed files. A file with an unread side is left out. */
function surfacesOf(tree: SourceTree, files: FileChange[]): FileSurfaces[] {
  return files.flatMap(({ path, previousPath, before, after }): FileSurfaces[] => {
    const [was, is] = [tree.file('before', previousPath ?? path), tree.file('after', path)];
    if ((before !== undefined && !was) || (after !== undefined && !is)) return [];
    return [
      {
        path,
        ...(previousPath !== undefined && { previousPath }),
        before: itemsOf(tree, 'before', previousPath ?? path, was),
        after: itemsOf(tree, 'after', path, is),
        source: { path, id: after ?? before ?? '' },
        ...(before === undefined && { isNew: true as const }),
      },
    ];
  });
}

/**
 * If there is a package manifest, requirements.txt lists only what developers install. If the package at the root is
 * public, a private one is its website or similar.
 */
function itemsOf(
  tree: SourceTree,
  side: SideName,
  path: string,
  file: ParsedFile | undefined,
): SurfaceItem[] {
  const [, folder] = /^(.*\/)?requirements[\w.-]*\.txt$/.exec(path) ?? [];
  const isForDevelopment =
    (/(?:^|\/)requirements[\w.-]*\.txt$/.test(path) &&
      ['pyproject.toml', 'setup.py', 'setup.cfg'].some((name) => tree[side].has(`${folder ?? ''}${name}`))) ||
    (path.endsWith('/package.json') &&
      isInstallable(tree, side, path) === false &&
      isInstallable(tree, side, 'package.json') === true);
  const isPublishedByBuild = path === 'package.json' && isInstallable(tree, side, path) === true;
  return (file?.items ?? []).map((item) =>
    isForDevelopment
      ? { ...item, isInternal: true }
      : isPublishedByBuild && isPeer(item)
        ? { ...item, isInternal: false }
        : item,
  );
}

/** True if others can install the package; undefined without a manifest. */
function isInstallable(tree: SourceTree, side: SideName, path: string): boolean | undefined {
  const manifest = parseManifest(tree.file(side, path)?.text ?? '');
  return manifest && canInstall(manifest, path, readmeOf(tree, side));
}

function analyzeCommits(
  { commits, files }: Comparison,
  isWithoutEffect: (path: string) => boolean,
): AnalyzedCommit[] {
  const idOf = new Map(files.map(({ path, after, before }) => [path, after ?? before ?? '']));
  return commits.map((commit): AnalyzedCommit => {
    const { sha, isMerge, author, message, paths } = commit;
    const existing = paths.filter((path) => idOf.get(path));
    return {
      ...parseCommitMessage(message),
      sha,
      isMerge,
      author,
      touchesProduct: touchesProduct(commit, isWithoutEffect),
      ...(paths.length > 0 && { touchesOthers: paths.some(isNonProductFile) }),
      touchesTests: paths.some(isTestFile),
      touchesManifest:
        paths.length === 0 ||
        paths.some(
          (path) =>
            isManifest(path) &&
            !developerRequirements.test(path) &&
            (!isNonProductFile(path) || path === 'setup.py'),
        ),
      touchesChangelog: paths.some(isChangelog),
      details: message
        .split(/\r?\n/)
        .slice(1, detailsMax)
        .map((line) => line.trim().slice(0, 300))
        .filter(Boolean),
      sources: existing.slice(0, sourcesPerCommit).map((path) => ({ path, id: idOf.get(path) as string })),
    };
  });
}

const touchesProduct = ({ paths }: Commit, isWithoutEffect: (path: string) => boolean) =>
  paths.length === 0 ||
  paths.some(
    (path) =>
      !isNonProductFile(path) && !isMaintenanceFile(path) && !isChangelog(path) && !isWithoutEffect(path),
  );

/** True if the whole range changed nothing but comments and white space in the file. */
function hasSameCode(tree: SourceTree, path: string): boolean {
  const [was, is] = [tree.file('before', path)?.codeDigest, tree.file('after', path)?.codeDigest];
  return was !== undefined && was === is && tree.before.get(path) !== tree.after.get(path);
}

const isMaintenanceFile = (path: string) =>
  isManifest(path) || maintenanceFile.test(path) || isDataAtRoot(path);

/** A product has code or folders. */
const isDataAtRoot = (path: string) =>
  !path.includes('/') && !sourceFile.test(path) && !isOpenApi(path) && !isManifest(path);

/** A revert quotes the whole first line, but `subject` lacks its type and numbers. */
const isQuoted = ({ subject }: AnalyzedCommit, quoted: string) =>
  subject !== '' &&
  (quoted === subject || quoted.endsWith(`: ${subject}`) || quoted.includes(`: ${subject} (`));

/** Leaves out commits that were reverted within the range, together with their reverts. */
function withoutReverted(commits: AnalyzedCommit[]): AnalyzedCommit[] {
  const reverted = new Set<AnalyzedCommit>();
  // Commits are sorted newest first, so a revert of a revert comes before the revert.
  for (const commit of commits) {
    if (reverted.has(commit)) continue;
    const quoted = /^Revert "(.+)"$/.exec(commit.subject)?.[1];
    // A merged pull request may quote reverts among its commits.
    const isRevert =
      commit.type === 'revert' ||
      /\b(?:revert|back(?:s|ed)? out|undo|roll(?:s|ed)? back)/i.test(commit.subject);
    const bySha = (isRevert ? commit.reverts : []).flatMap((sha) =>
      commits.filter((other) => other.sha.startsWith(sha) && other !== commit),
    );
    const targets =
      bySha.length > 0 || quoted === undefined
        ? bySha
        : commits.filter((other) => other !== commit && isQuoted(other, quoted));
    if (targets.length === 0) continue;
    for (const target of targets) reverted.add(target);
    reverted.add(commit);
  }
  return commits.filter((commit) => !reverted.has(commit));
}
