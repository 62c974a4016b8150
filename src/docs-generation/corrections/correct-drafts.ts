import { hash } from 'node:crypto';
import { applyCorrections, type Correction, type EntryPage } from '../../../packages/docs-drafts/index.ts';
import { formatRepositoryName, type HostAddress, type RepositoryName } from '../../code-hosts/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { RepositoryProject } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import type { DocsSession } from '../drafting-process/docs-process-pool.ts';
import type { GeneratedDocs } from '../drafting-process/process-messages.ts';
import type { BranchPage, LearnedEdit } from '../publish/branch-pages.ts';
import { docsBranch } from '../publish/docs-branch.ts';
import { correctionLimits } from './correction-schemas.ts';
import * as store from './correction-store.ts';

type Drafts = Pick<GeneratedDocs, 'docs' | 'digest'>;

export interface DraftsToCorrect<D extends Drafts = GeneratedDocs> {
  host: HostAddress;
  repo: RepositoryName;
  /** The projects whose decisions count: through these the repository may be read. */
  links: RepositoryProject[];
  /** Those in which edits of the branch are stored. */
  learnsIn: RepositoryProject[];
  made: D;
  isAcceptedOnly?: boolean;
}

/**
 * What it needs of a scope: the drafts of a default branch are nobody's. Not `write`: a request stores more than once, and
 * with an Idempotency-Key `write` runs one transaction only.
 */
export type CorrectionScope = Pick<Scope, 'db' | 'clock'>;

export interface CorrectedDrafts<D extends Drafts = GeneratedDocs> {
  made: D;
  /** The pages before the corrections, if those changed any. */
  drafted: EntryPage[] | undefined;
  /** What Docket had written into the branch of these drafts before. */
  written: EntryPage[];
}

type WrittenEntryPage = store.WrittenPage & { page: EntryPage };

const writtenPagesMax = 60;
const branchesMax = 8;

/** Learns what people changed in earlier pull requests, then applies the decisions of people to the drafts. */
export async function correctDrafts<D extends Drafts>(
  scope: CorrectionScope,
  session: DocsSession,
  { host, repo, links, learnsIn, made, isAcceptedOnly = false }: DraftsToCorrect<D>,
): Promise<CorrectedDrafts<D>> {
  const { db } = scope;
  const place = {
    projectIds: links.map(({ id }) => id),
    repository: foldCase(formatRepositoryName(repo)),
  };
  const ids = made.docs.flatMap(({ entries }) => entries.filter((id) => id !== null));
  const pages = place.projectIds.length === 0 ? [] : await listWritten(scope, place, ids, docsBranch(made));
  if (pages.length > 0) {
    const call = { name: 'readBranchEdits' as const, pages: pages.map(toBranchPage) };
    const edits = (await session.run({ kind: 'call', host, repo, call })) as LearnedEdit[];
    await learn(scope, learnsIn, place.repository, edits);
  }
  const rows = await store.findCorrections(db.reads, place, ids);
  const corrections = new Map<string, Correction>(
    rows.map(({ entryId, decision, text, drafted }) => [entryId, { decision, text, drafted }]),
  );
  const docs = made.docs.map((doc) => applyCorrections(doc, corrections, isAcceptedOnly));
  const written = pages.filter(({ branch }) => branch === docsBranch(made)).map(({ page }) => page);
  if (docs.every(({ content }, index) => content === made.docs[index]?.content))
    return { made, drafted: undefined, written };
  // Rewording by a model is not in the digest of the drafts, so the digest of the corrections has none either.
  const applied = rows.map(({ entryId, decision, text }) => [entryId, decision, text]);
  const digest = hash('sha256', JSON.stringify([made.digest, applied, isAcceptedOnly]), 'hex');
  return { made: { ...made, docs, digest }, drafted: made.docs, written };
}

const toBranchPage = ({ branch, updatedAt, published, page }: WrittenEntryPage): BranchPage => ({
  ...{ branch, page, published },
  writtenAt: updatedAt,
});

const toEntryPage = ({ path, content, entries }: store.WrittenPage): EntryPage => ({
  ...{ path, content },
  entries: JSON.parse(entries) as EntryPage['entries'],
});

/** The pages of this branch, and those of the newest other branches that have an entry of these drafts. */
async function listWritten(
  { db }: CorrectionScope,
  place: { projectIds: string[]; repository: string },
  ids: readonly string[],
  branch: string,
): Promise<WrittenEntryPage[]> {
  const wanted = new Set(ids);
  const seen = new Set<string>();
  const branches = new Set([branch]);
  const rows = await store.listWrittenPages(db.reads, { ...place, limit: writtenPagesMax });
  return rows.flatMap((row) => {
    const page = toEntryPage(row);
    // Each project that links the repository has its own row.
    const key = `${row.branch}\0${row.path}`;
    if (seen.has(key) || !(row.branch === branch || page.entries.some((id) => wanted.has(id ?? ''))))
      return [];
    if (!branches.has(row.branch) && branches.size >= branchesMax) return [];
    seen.add(key);
    branches.add(row.branch);
    return [{ ...row, page }];
  });
}

/** Stores the edits in the projects. A decision made in Docket since the page was written stays. */
async function learn(
  { db, clock }: CorrectionScope,
  projects: RepositoryProject[],
  repository: string,
  edits: LearnedEdit[],
): Promise<void> {
  const fitting = edits.filter(({ text, drafted }) =>
    [text ?? '', drafted].every((one) => one.length <= correctionLimits.text),
  );
  if (projects.length === 0 || fitting.length === 0) return;
  // In one order, so that two transactions cannot deadlock.
  const projectIds = projects.map(({ id }) => id).sort();
  await db.transaction(async (tx) => {
    for (const projectId of projectIds) {
      await tx.advisoryLock(`docs corrections ${projectId}`);
      const place = { projectIds: [projectId], repository };
      const known = new Map(
        (
          await store.findCorrections(
            tx,
            place,
            fitting.map(({ id }) => id),
          )
        ).map((row) => [row.entryId, row]),
      );
      let room = correctionLimits.entries - (await store.countCorrections(tx, { projectId, repository }));
      for (const { id, drafted, text, writtenAt } of fitting) {
        const before = known.get(id);
        const decision = text === null ? 'dropped' : 'edited';
        // The words of the branch may be older than the decision of a person, and stay there in any case.
        const isNewer = before !== undefined && before.authorId !== null && before.updatedAt > writtenAt;
        const isKnown = before?.decision === decision && before.text === (text ?? '');
        if (isNewer || isKnown) continue;
        if (!before && room-- <= 0) continue;
        await store.upsertCorrection(tx, {
          ...{ projectId, repository, entryId: id, decision, text: text ?? '', drafted, authorId: null },
          version: (before?.version ?? 0) + 1,
          updatedAt: Math.max(clock.now(), (before?.updatedAt ?? 0) + 1),
        });
      }
    }
  });
}

/** Remembers what was drafted for a branch, to tell later what people changed there. */
export async function rememberWritten(
  { db, clock }: CorrectionScope,
  links: RepositoryProject[],
  repo: RepositoryName,
  { docs }: GeneratedDocs,
  branch: string,
  published: readonly { path: string; content: string }[],
): Promise<void> {
  const repository = foldCase(formatRepositoryName(repo));
  await db.transaction((tx) =>
    store.putWrittenPages(
      tx,
      links.flatMap(({ id: projectId }) =>
        docs.map(({ path, content, entries }) => ({
          ...{ projectId, repository, branch, path, content },
          entries: JSON.stringify(entries),
          published: published.find((page) => page.path === path)?.content ?? null,
          updatedAt: clock.now(),
        })),
      ),
    ),
  );
}
