import { matchesAnyPattern } from '../events/index.ts';
import { splitList } from '../platform/comma-list.ts';
import { quoteNames } from '../platform/error-texts.ts';
import { invalid } from '../platform/errors.ts';
import { findProject } from '../projects/index.ts';
import type { Scope } from '../users/index.ts';

/** Expands `ticket.created,comment.*` to the event names that match. */
export function parseTypes(
  text: string | undefined,
  streamedTypes: ReadonlySet<string>,
): Set<string> | undefined {
  const patterns = splitList(text);
  if (!patterns) return undefined;
  const matches = patterns.map((pattern) =>
    [...streamedTypes].filter((name) => matchesAnyPattern([pattern], name)),
  );
  if (matches.some((names) => names.length === 0)) {
    throw invalid({
      types: [
        `Types must be event names or patterns such as ticket.*; the names are: ${[...streamedTypes].join(', ')}`,
      ],
    });
  }
  return new Set(matches.flat());
}

/** Resolves project ids and keys to ids; a key that the caller may not see does not exist. Access by id is checked for each event. */
export async function findProjectIds({ db, actor }: Scope, text: string | undefined) {
  const refs = splitList(text);
  if (!refs) return undefined;
  const projects = await Promise.all(refs.map((ref) => findProject(db.reads, ref, actor)));
  const unknown = refs.filter((_, index) => (projects[index]?.status ?? 'deleted') === 'deleted');
  if (unknown.length > 0) throw invalid({ project: [`Project does not exist: ${quoteNames(unknown)}`] });
  return new Set(projects.flatMap((project) => project?.id ?? []));
}
