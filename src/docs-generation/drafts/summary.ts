import { isUserFacing } from './changelog-groups.ts';
import type { DraftContext } from './draft-context.ts';
import { shortRef } from './front-matter.ts';
import { count } from './inlines.ts';
import { cleanLine } from './mdx.ts';

/** Summarises the change in a few sentences. */
export function summarise({ repo, base, head, change }: DraftContext): string {
  const breaking =
    change.surface.filter(({ isBreaking }) => isBreaking).length +
    change.commits.filter(({ isBreaking }) => isBreaking).length;
  const userFacing = change.commits.filter(isUserFacing).length;
  const range = `${repo} from ${shortRef(base.ref)} to ${shortRef(head.ref)}`;
  if (change.commits.length === 0 && change.files.length === 0)
    return `${cleanLine(range)}: nothing changed.`;
  const sentences = [
    `${range}: ${count(change.commits.length, 'commit')}, ${count(change.files.length, 'changed file')}.`,
    breaking === 0 ? 'Nothing breaking was found.' : `${count(breaking, 'breaking change')} found.`,
    userFacing === 0 ? 'Nothing is visible to users.' : `${count(userFacing, 'change')} visible to users.`,
    ...(change.mergeBase === undefined ? ['The refs have no history in common.'] : []),
  ];
  return cleanLine(sentences.join(' '));
}
