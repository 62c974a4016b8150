import { writePersonText } from '../../../packages/docs-drafts/index.ts';
import { formatRepositoryName } from '../../code-hosts/index.ts';
import type { Queries, Tx } from '../../platform/db/index.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Page } from '../../platform/paging.ts';
import { assertFresh } from '../../platform/versions.ts';
import {
  canUseRepositories,
  canWriteInProject,
  getProjectFor,
  listRepositoryProjects,
  lockProjectFor,
} from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { parseRepository } from '../repository-access.ts';
import { type CorrectionInput, correctionLimits } from './correction-schemas.ts';
import * as store from './correction-store.ts';

export type { NamedCorrection } from './correction-store.ts';

/** The decisions about entries of the drafts of a repository, the newest first. */
export async function listCorrections({ db, actor }: Scope, projectRef: string, repo: string, page: Page) {
  const project = await getProjectFor(db.reads, actor, projectRef, canUseRepositories);
  const repository = await getLinkedRepository(db.reads, project.id, repo);
  return store.listCorrectionRows(db.reads, { projectId: project.id, repository }, page);
}

/** Stores what a person decided about an entry. Those who may publish drafts may decide. */
export async function decideEntry(
  scope: Scope,
  projectRef: string,
  entryId: string,
  { repo, decision, text = '', drafted = '' }: CorrectionInput,
): Promise<store.NamedCorrection> {
  const { actor, clock, acceptedVersions } = scope;
  return scope.write(async (tx) => {
    // The lock of the project makes the second of two people see the version of the first.
    const project = await lockProjectFor(tx, actor, projectRef, canWriteInProject);
    const repository = await getLinkedRepository(tx, project.id, repo);
    const [before] = await store.findCorrections(tx, { projectIds: [project.id], repository }, [entryId]);
    assertFresh(acceptedVersions, before?.version ?? 0);
    const written = decision === 'edited' ? writePersonText(text) : '';
    if (decision === 'edited' && written === '')
      throw invalid({ text: ['Text must have a word. Drop the entry to leave it out'] });
    if (written.length > correctionLimits.text)
      throw invalid({ text: ['Text has too many signs that must be escaped. Shorten it'] });
    if (decision === 'accepted' && drafted.trim() === '')
      throw invalid({ drafted: ['Drafted must be the sentence that you accept'] });
    if (!before) await assertRoom(tx, project.id, repository);
    const row = {
      ...{ projectId: project.id, repository, entryId, decision, text: written, drafted },
      authorId: actor.userId,
      version: (before?.version ?? 0) + 1,
      updatedAt: Math.max(clock.now(), (before?.updatedAt ?? 0) + 1),
    };
    await store.upsertCorrection(tx, row);
    return { ...row, authorName: actor.name };
  });
}

async function assertRoom(tx: Tx, projectId: string, repository: string): Promise<void> {
  if ((await store.countCorrections(tx, { projectId, repository })) < correctionLimits.entries) return;
  throw conflict(`A project keeps at most ${correctionLimits.entries} decisions about a repository`);
}

/** The case-folded name of a repository that the project links. */
export async function getLinkedRepository(
  queries: Queries,
  projectId: string,
  name: string,
): Promise<string> {
  const repository = formatRepositoryName(parseRepository(name));
  const links = await listRepositoryProjects(queries, repository, null);
  if (!links.some(({ id }) => id === projectId)) throw notFound(`Repository ${repository}`);
  return foldCase(repository);
}
