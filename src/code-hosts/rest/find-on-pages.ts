import { upstreamFailed } from '../../platform/errors.ts';

const pagesMax = 50;

/**
 * Finds an entry of a list, whatever the size of its pages. Gitea sends the comments of a pull request on one page and repeats it
 * for every number, so a page that begins like the one before ends the search.
 */
export async function findOnPages<T extends { id: string }>(
  read: (page: number) => Promise<T[]>,
  isSought: (entry: T) => boolean,
): Promise<T | undefined> {
  let previous: string | undefined;
  for (let page = 1; page <= pagesMax; page++) {
    const entries = await read(page);
    const first = entries[0]?.id;
    if (first === undefined || first === previous) return undefined;
    const found = entries.find(isSought);
    if (found) return found;
    previous = first;
  }
  throw upstreamFailed(`The list has more than ${pagesMax} pages, which Docket does not search`);
}
