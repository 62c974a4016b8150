import { hash } from 'node:crypto';
import { type Item, type Page, writeInlines } from '../drafts/mdx.ts';

const idLength = 20;

/**
 * The ids of the list items of a page, in order; null for an item that stands for nothing, such as "… and 3 more". An id
 * derives from the commits or names that the item stands for, so later drafts of the same commits have the same ids,
 * whatever the text and the place of the item. Only items that stand for the same differ by their text.
 */
export function listEntryIds(kind: string, { blocks }: Page): (string | null)[] {
  const items = blocks.flatMap((block) => ('list' in block ? block.list : []));
  const counts = new Map<string, number>();
  for (const { about } of items) if (about !== undefined) counts.set(about, (counts.get(about) ?? 0) + 1);
  return items.map((item) => entryId(kind, item, (counts.get(item.about ?? '') ?? 0) > 1));
}

function entryId(kind: string, { about, of }: Item, isShared: boolean): string | null {
  if (about === undefined) return null;
  const text = isShared ? writeInlines(of) : '';
  return hash('sha256', `${kind}\0${about}\0${text}`, 'hex').slice(0, idLength);
}
