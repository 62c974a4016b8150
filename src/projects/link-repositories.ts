import type { Queries, Tx } from '../platform/db/index.ts';
import { invalid } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { Actor } from '../users/index.ts';
import { canShareRepository } from './project-access.ts';
import {
  holdRepository,
  listRepositoriesOf,
  listRepositoryProjects,
  replaceRepositories,
} from './repository-store.ts';

/** Makes the list the project's repositories; answers what changed, if anything did. */
export async function linkRepositories(tx: Tx, actor: Actor, projectId: string, names: string[]) {
  const before = await listRepositoriesOf(tx, projectId);
  const after = distinct(names);
  if (before.join('\n') === after.join('\n')) return undefined;
  const known = new Set(before.map(foldCase));
  for (const name of after.filter((one) => !known.has(foldCase(one)))) await claim(tx, actor, name);
  await replaceRepositories(tx, projectId, after);
  return { from: before, to: after };
}

/** Whether the person belongs to one of the projects that link the repository. */
export async function isMemberByRepository(queries: Queries, { userId }: Actor, repository: string) {
  const projects = await listRepositoryProjects(queries, repository, userId);
  return projects.some(({ role }) => role !== null);
}

/** What happens in a repository reaches the projects that link it: nobody may listen to that of strangers. */
async function claim(tx: Tx, actor: Actor, name: string): Promise<void> {
  await holdRepository(tx, name);
  if (canShareRepository(actor, await listRepositoryProjects(tx, name, actor.userId))) return;
  throw invalid({
    repositories: [
      `${name} is linked to a project of others: an admin of that project, or of the instance, can link it here too`,
    ],
  });
}

/** One of each in any case, in a fixed order: people who link several at the same moment do so in the same order. */
function distinct(names: string[]): string[] {
  const byFolded = new Map(names.map((name) => [foldCase(name), name]));
  return [...byFolded].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
}
