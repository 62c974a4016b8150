import { type AuditSource, recordAdminRead, recordAudit } from '../../audit/index.ts';
import { assertMayAdminister, assertMaySeeInstance } from '../../auth/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { notFound } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Page } from '../../platform/paging.ts';
import type { Actor, Scope } from '../../users/index.ts';
import { getProjectFor } from '../get-project.ts';
import { canReadProject } from '../project-access.ts';
import { findAnyProject } from '../project-store.ts';
import { recordDecision } from './repository-link-events.ts';
import * as store from './repository-link-store.ts';
import type { LinkState } from './repository-trust.ts';

export type { RepositoryLink } from './repository-link-store.ts';
export type Decision = Exclude<LinkState, 'waiting'>;

/** The links of every project, for administrators. */
export async function listRepositoryLinks(
  scope: Scope,
  filter: { state?: LinkState | undefined },
  page: Page,
) {
  assertMaySeeInstance(scope.actor);
  await recordAdminRead(scope, 'repositories.read');
  return store.listLinkRows(scope.db.reads, filter, page);
}

export async function listProjectRepositories({ db, actor }: Scope, ref: string, page: Page) {
  const { id } = await getProjectFor(db.reads, actor, ref, canReadProject);
  return store.listLinkRows(db.reads, { projectId: id }, page);
}

export async function getRepositoryLink({ db, actor }: Scope, id: string) {
  assertMayAdminister(actor);
  return found(await store.findLink(db.reads, { id }));
}

/** Approves the link, or refuses it, which also withdraws an approval. */
export async function decideRepositoryLink(scope: Scope, id: string, decision: Decision) {
  assertMayAdminister(scope.actor);
  return scope.write((tx) => applyDecision(tx, scope, scope.actor, id, decision));
}

/** For the command line, which has no signed-in person: the links in a state, or all. */
export const listLinksForOperator = (db: Database, state: LinkState | undefined) =>
  store.listAllLinks(db.reads, state);

/** For the command line: decides about one repository of a project, or about all that wait there. */
export async function decideForOperator(
  db: Database,
  source: AuditSource,
  ref: string,
  repository: string | undefined,
  decision: Decision,
) {
  return db.transaction(async (tx) => {
    const project = await findAnyProject(tx, ref);
    if (!project || project.status === 'deleted') throw notFound('Project');
    const links = (await store.listRepositoryLinks(tx, { projectId: project.id })).filter(
      ({ name, state }) =>
        repository === undefined ? state === 'waiting' : foldCase(name) === foldCase(repository),
    );
    if (repository !== undefined && links.length === 0) throw notFound(`Link to ${repository}`);
    const decided = [];
    for (const { id } of links) decided.push(await applyDecision(tx, source, null, id, decision));
    return decided;
  });
}

async function applyDecision(
  tx: Parameters<Parameters<Database['transaction']>[0]>[0],
  source: AuditSource,
  actor: Actor | null,
  id: string,
  decision: Decision,
) {
  const now = source.clock.now();
  const link = found(await store.lockLink(tx, id));
  if (link.state === decision) return link;
  await store.decideLink(tx, { id, state: decision, now, by: actor?.userId ?? null });
  await recordDecision(tx, actor, { ...link, state: decision }, now);
  const subject = { kind: 'repository', id, name: link.name } as const;
  await recordAudit(tx, source, `repository.${decision}`, subject, { projectId: link.projectId });
  return found(await store.findLink(tx, { id }));
}

function found<T>(link: T | undefined): T {
  if (!link) throw notFound('Repository link');
  return link;
}
