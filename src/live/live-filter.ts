import { invalid } from '../platform/errors.ts';
import { splitList } from '../platform/http/index.ts';
import { findProject } from '../projects/index.ts';
import type { Scope } from '../users/index.ts';

/** `ticket.created,comment.*` → the names it stands for. */
export function parseTypes(text: string | undefined, outgoing: ReadonlySet<string>): Set<string> | undefined {
  const words = splitList(text);
  if (!words) return undefined;
  const chosen = words.map((word) => [...outgoing].filter((name) => fits(name, word)));
  if (chosen.some((names) => names.length === 0)) {
    throw invalid({
      types: [`Types must be one or more of: ${[...outgoing].join(', ')}, or such as ticket.*`],
    });
  }
  return new Set(chosen.flat());
}

const fits = (name: string, word: string) =>
  word === '*' || name === word || (word.endsWith('.*') && name.startsWith(word.slice(0, -1)));

/** The ids of the projects named by id or key. What of them the caller may see is decided event by event. */
export async function findProjectIds({ db, actor }: Scope, text: string | undefined) {
  const refs = splitList(text);
  if (!refs) return undefined;
  const projects = await Promise.all(refs.map((ref) => findProject(db.reads, ref, actor.userId)));
  const unknown = refs.filter((_, index) => (projects[index]?.status ?? 'deleted') === 'deleted');
  if (unknown.length > 0) throw invalid({ project: [`Project does not exist: ${unknown.join(', ')}`] });
  return new Set(projects.flatMap((project) => project?.id ?? []));
}
