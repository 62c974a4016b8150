import type { DraftContext } from './draft-context.ts';
import { shortRef } from './front-matter.ts';
import { count } from './inlines.ts';
import { cleanLine } from './mdx.ts';
import { collectUserNews } from './news.ts';

/** What the source shows to break, and what commits announce. Changes that only may break do not count. */
export const breakingCount = ({ surface, commits }: DraftContext['change']) =>
  surface.filter(({ isBreaking }) => isBreaking).length +
  commits.filter(({ isBreaking, isMerge }) => isBreaking && !isMerge).length;

/** Summarises the change in a few sentences. */
export function summarise({ repo, base, head, change }: DraftContext): string {
  const breaking = breakingCount(change);
  const userFacing = collectUserNews(change).length;
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
