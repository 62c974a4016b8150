import { analyzeChange, type ChangeAnalysis, type ChangeLimits } from '../analysis/analyze-change.ts';
import { compareCodeUnits } from '../analysis/surface-change.ts';
import type { DraftContext } from '../drafts/draft-context.ts';
import type { Revision, SourceRepository } from '../source-repository.ts';
import { findLine, type SoughtFile } from './find-line.ts';
import { announcedBump, type PackageVersion, packageOf, readPackageVersions } from './package-versions.ts';
import { collectReasons, type FoundReason, type Reason, type ReasonGrade, reasonGrades } from './reasons.ts';
import {
  type Bump,
  bumpBetween,
  greatest,
  isAtLeast,
  isBeforeOne,
  releaseTags,
  versionOfTag,
} from './version.ts';

/** How far the version has to rise, and why. */
export interface ReleaseVerdict {
  /** What the changes since the base need. */
  bump: Bump;
  /** What the manifests say: from the version at the base to that at the head. */
  announced: Bump;
  reasons: Reason[];
  /** What all changes since the newest version tag before the head need together; null if there is none. */
  sinceRelease: Bump | null;
  sinceBase: Bump;
}

export interface VerdictRequest {
  limits: ChangeLimits;
  /** The bump that a break needs before version 1.0. */
  breakBeforeOne: 'minor' | 'major';
}

export interface JudgedRelease {
  verdict: ReleaseVerdict;
  /** False if something breaks that neither the version at the base nor that of the last release announces. */
  isAnnounced: boolean;
  /** The newest version tag before the head. */
  release: string | undefined;
}

const reasonsMax = 200;
const filesMax = 100;
const candidatesMax = 4;

/** Judges the change that the drafts describe. Reads manifests, the files of the reasons and, if the base is another, the last release. */
export async function readVerdict(
  repository: SourceRepository,
  { change, base, head }: Pick<DraftContext, 'change' | 'base' | 'head'>,
  request: VerdictRequest,
): Promise<JudgedRelease> {
  const { release: tagged, atHead } = await findRelease(repository, head);
  const release =
    tagged ?? (versionOfTag(base.ref) === undefined ? undefined : { ...head, tag: base.ref, sha: base.sha });
  const since = async (ref: string, own: ChangeAnalysis) =>
    judge(
      own,
      await readPackageVersions(repository, head, own.files),
      [versionOfTag(ref), versionOfTag(head.ref) ?? atHead],
      request,
    );
  const sinceBase = await since(base.ref, change);
  const sinceRelease =
    release === undefined
      ? undefined
      : release.sha === base.sha
        ? sinceBase
        : await compareWithRelease(repository, release, head, request.limits, since);
  const { found, ...judged } = sinceBase;
  return {
    verdict: {
      bump: judged.bump,
      announced: judged.announced,
      reasons: await withLines(repository, found, request.limits.fileBytesMax),
      sinceRelease: sinceRelease?.bump ?? null,
      sinceBase: judged.bump,
    },
    // What a pull request breaks may have been announced by one before it, or never have been released.
    isAnnounced: judged.isAnnounced || sinceRelease?.isAnnounced === true,
    release: release?.tag,
  };
}

interface Judged {
  bump: Bump;
  announced: Bump;
  isAnnounced: boolean;
  found: FoundReason[];
}

/** `tags` are the versions of base and head by their tags, for packages whose files state none. */
function judge(
  change: ChangeAnalysis,
  packages: readonly PackageVersion[],
  tags: [base: string | undefined, head: string | undefined],
  { breakBeforeOne }: VerdictRequest,
): Judged {
  const found = inOrder(collectReasons(change));
  const isStated = packages.some(({ isMajorOnly }) => !isMajorOnly);
  const byFiles = announcedBump(packages);
  const announced = isStated ? byFiles : greatest([byFiles, bumpBetween(...tags)]);
  const neededBy = ({ grade, file }: FoundReason): Bump => {
    const own = packageOf(packages, file ?? undefined) ?? packages[0];
    const version = own && !own.isMajorOnly ? (own.before ?? own.after) : tags[0];
    return grade === 'breaks' && isBeforeOne(version) ? breakBeforeOne : bumpOf[grade];
  };
  const announcedFor = ({ file }: FoundReason): Bump => {
    const own = packageOf(packages, file ?? undefined);
    const isOwn = own !== undefined && !own.isPrivate && !own.isMajorOnly;
    return isOwn ? greatest([bumpBetween(own.before, own.after)]) : announced;
  };
  return {
    bump: greatest(found.map(neededBy)),
    announced,
    isAnnounced: found.every(
      (reason) => reason.grade !== 'breaks' || isAtLeast(announcedFor(reason), neededBy(reason)),
    ),
    found,
  };
}

const bumpOf: Record<ReasonGrade, Bump> = {
  breaks: 'major',
  may_break: 'minor',
  adds: 'minor',
  deprecates: 'minor',
  changes: 'patch',
  fixes: 'patch',
};

/** The gravest first, each once. */
function inOrder(found: FoundReason[]): FoundReason[] {
  const each = new Map(
    found.map((reason) => [JSON.stringify([reason.grade, reason.text, reason.file]), reason]),
  );
  return [...each.values()].sort((a, b) => compareReasons(a, b) || compareCodeUnits(a.text, b.text));
}

const compareReasons = (a: Omit<Reason, 'line'>, b: Omit<Reason, 'line'>) =>
  reasonGrades.indexOf(a.grade) - reasonGrades.indexOf(b.grade) ||
  compareCodeUnits(a.file ?? '\uffff', b.file ?? '\uffff');

const lastLine = Number.MAX_SAFE_INTEGER;

/** The reasons with their lines; reasons beyond the limit are left out, the least grave first. */
async function withLines(
  repository: SourceRepository,
  found: readonly FoundReason[],
  fileBytesMax: number,
): Promise<Reason[]> {
  const shown = found.slice(0, reasonsMax);
  const texts = new Map<string, string>();
  const ids = [...new Set(shown.flatMap(({ place }) => place?.id ?? []))].slice(0, filesMax);
  await repository.readBlobs(ids, fileBytesMax, (id, bytes) => {
    texts.set(id, bytes.toString());
  });
  const files = new Map<string, SoughtFile>();
  const located = shown.map(({ place, file, grade, text, before, after }) => {
    const content = texts.get(place?.id ?? '');
    let line: number | null = null;
    if (place && file !== null && content !== undefined) {
      const key = `${place.id} ${file}`;
      const sought = files.get(key) ?? { path: file, text: content };
      files.set(key, sought);
      line = findLine(sought, place.sought);
    }
    return { grade, text, file, line, before, after };
  });
  return located.sort((a, b) => compareReasons(a, b) || (a.line ?? lastLine) - (b.line ?? lastLine));
}

interface Release extends Revision {
  tag: string;
}

/** The newest version tag before the head, and the version that a tag gives to the head itself. */
export async function findRelease(
  repository: SourceRepository,
  head: Revision,
): Promise<{ release?: Release; atHead?: string | undefined }> {
  const tags = (await orRefused(repository, repository.listTags?.(head))) ?? [];
  let atHead: string | undefined;
  for (const tag of releaseTags(tags).slice(0, candidatesMax)) {
    const revision = await orRefused(repository, repository.resolve(tag));
    if (revision?.sha === head.sha) atHead ??= versionOfTag(tag);
    else if (revision) return { release: { ...revision, tag }, atHead };
  }
  return { atHead };
}

/** Undefined if the code host refuses: the drafts do not depend on its tags. */
async function orRefused<T>(
  repository: SourceRepository,
  asked: Promise<T> | undefined,
): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (repository.isRefusal(error)) return undefined;
    throw error;
  }
}

/** Undefined if the head does not contain the release, or is too far from it. */
async function compareWithRelease(
  repository: SourceRepository,
  release: Release,
  head: Revision & { ref: string },
  limits: ChangeLimits,
  since: (ref: string, change: ChangeAnalysis) => Promise<Judged>,
): Promise<Judged | undefined> {
  const range = { base: release, head, refs: { base: release.tag, head: head.ref } };
  const change = await orRefused(
    repository,
    analyzeChange(repository, range, limits, () => {}),
  );
  return change?.mergeBase === release.sha ? since(release.tag, change) : undefined;
}
