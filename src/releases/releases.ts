import { invalid, notFound } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import { newId } from '../platform/ids.ts';
import type { Page } from '../platform/paging.ts';
import {
  canReadProject,
  canWriteInProject,
  getProjectFor,
  listProjectRepositories,
} from '../projects/index.ts';
import { canEditTicket, lockTicketFor } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { markTagDue } from './mark-tag-due.ts';
import type { Release } from './release.ts';
import * as store from './release-store.ts';
import { includeTicket, withdrawRelease } from './ship-tickets.ts';

export interface ReleaseInput {
  version?: string | undefined;
  repository?: string | undefined;
  tag?: string | undefined;
  ticketIds?: readonly string[] | undefined;
}

const eitherOr = 'Give either a tag or a version with its tickets';

export async function listReleases({ db, actor }: Scope, ref: string, page: Page) {
  const { id } = await getProjectFor(db.reads, actor, ref, canReadProject);
  return store.listReleaseRows(db.reads, { projectId: id }, page);
}

/** Records a version with its tickets, or makes Docket read a tag of a linked repository. */
export async function addRelease(
  scope: Scope,
  ref: string,
  { version, repository, tag, ticketIds }: ReleaseInput,
): Promise<Release> {
  return scope.write(async (tx) => {
    const { actor, clock } = scope;
    const project = await getProjectFor(tx, actor, ref, canWriteInProject);
    const now = clock.now();
    const find = async (named: { repository: string; tag: string; version: string }) =>
      (await store.findNamedRelease(tx, { projectId: project.id, ...named })) as Release;
    if (tag !== undefined) {
      if (version !== undefined || ticketIds !== undefined) throw invalid({ tag: [eitherOr] });
      const linked = await listProjectRepositories(tx, { projectId: project.id });
      const name =
        repository === undefined && linked.length === 1
          ? linked[0]
          : linked.find((one) => foldCase(one) === foldCase(repository ?? ''));
      if (name === undefined)
        throw invalid({ repository: ['Repository must be one that the project links'] });
      if (!(await markTagDue(tx, { projectId: project.id, repository: name, tag, now })))
        throw invalid({ tag: ['Tag must name a final version, such as v1.4'] });
      const known = await store.listTagged(tx, { projectId: project.id, repository: foldCase(name) });
      return known.find((one) => one.tag === tag) as Release;
    }
    if (repository !== undefined) throw invalid({ repository: [eitherOr] });
    if (version === undefined) throw invalid({ version: [eitherOr] });
    const named = { repository: '', tag: '', version };
    await store.upsertRecorded(tx, { ...named, projectId: project.id, id: newId(now), now });
    const release = await find(named);
    const by = { userId: actor.userId, name: actor.name, provider: 'docket' };
    // In one order, so that two requests cannot deadlock.
    for (const id of [...new Set(ticketIds ?? [])].sort()) {
      const ticket = await lockTicketFor(tx, actor, id, canEditTicket);
      if (ticket.projectId !== project.id)
        throw invalid({ ticketIds: ['Ticket ids must be of tickets of the project'] });
      await includeTicket(tx, by, release, ticket, now);
    }
    return release;
  });
}

/** Takes the version back from its tickets. */
export async function deleteRelease(scope: Scope, ref: string, id: string): Promise<string> {
  const { db, actor } = scope;
  const project = await getProjectFor(db.reads, actor, ref, canWriteInProject);
  const release = await store.findRelease(db.reads, { id, projectId: project.id });
  if (!release) throw notFound('Release');
  await withdrawRelease(scope, release, { userId: actor.userId, name: actor.name, provider: 'docket' });
  return id;
}
