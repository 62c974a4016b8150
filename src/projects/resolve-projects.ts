import { quoteNames } from '../platform/error-texts.ts';
import { invalid } from '../platform/errors.ts';
import type { Scope } from '../users/index.ts';
import { canReadProject } from './project-access.ts';
import { findProject } from './project-store.ts';

/** Turns ids or keys of projects into ids. A project that the actor may not read counts as missing. */
export async function resolveProjects({ db, actor }: Scope, refs: string[]): Promise<string[]> {
  const found = await Promise.all(refs.map((ref) => findProject(db.reads, ref, actor)));
  const seen = found.map((project) =>
    project && project.status !== 'deleted' && canReadProject(actor, project) ? project.id : undefined,
  );
  const unknown = refs.filter((_, index) => seen[index] === undefined);
  if (unknown.length > 0) throw invalid({ projectIds: [`Projects do not exist: ${quoteNames(unknown)}`] });
  return seen.filter((id) => id !== undefined);
}
