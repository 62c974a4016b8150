import { isShownBySource } from '../analysis/announced-breaks.ts';
import type { DraftContext } from './draft-context.ts';
import { shortRef } from './front-matter.ts';
import { count } from './inlines.ts';
import { cleanLine } from './mdx.ts';
import { collectNews, collectUserNews } from './news.ts';

/**
 * Counts what the source shows to break, what commits announce in the conventional format, and what other words of the
 * maintainers announce that the source does not show. Changes that only may break do not count.
 */
export function breakingCount(change: DraftContext['change']): number {
  const { surface, commits } = change;
  const announced = commits.filter(
    ({ isBreaking, isInferredBreak, isMerge }) => isBreaking && !isInferredBreak && !isMerge,
  );
  const inWords = collectNews(change).filter(
    (one) =>
      one.isBreaking &&
      !one.commits.some((commit) => announced.includes(commit)) &&
      !isShownBySource(one.text, surface),
  );
  return surface.filter(({ isBreaking }) => isBreaking).length + announced.length + inWords.length;
}

/** Summarises the change in a few sentences. */
export function summarise({ repo, base, head, change }: DraftContext): string {
  const breaking = breakingCount(change);
  const userFacing = collectUserNews(change).length;
  const range = `${repo} from ${shortRef(base.ref)} to ${shortRef(head.ref)}`;
  if (change.commitsCount === 0 && change.files.length === 0) return `${cleanLine(range)}: nothing changed.`;
  const sentences = [
    `${range}: ${count(change.commitsCount, 'commit')}, ${count(change.files.length, 'changed file')}.`,
    breaking === 0 ? 'Nothing breaking was found.' : `${count(breaking, 'breaking change')} found.`,
    userFacing === 0 ? 'Nothing is visible to users.' : `${count(userFacing, 'change')} visible to users.`,
    ...(change.mergeBase === undefined ? ['The refs have no history in common.'] : []),
  ];
  return cleanLine(sentences.join(' '));
}
