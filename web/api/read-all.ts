interface Page<Item> {
  data: readonly Item[];
  pagination: { nextCursor: string | null };
}

const pagesMax = 20;

/** Reads a list page by page: for settings, which have some dozens of items. */
export async function readAll<Item>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page: Page<Item> = await read({ limit: 100, ...(cursor !== null && { cursor }) });
    items.push(...page.data);
    cursor = page.pagination.nextCursor;
    if (cursor === null) break;
  }
  return items;
}
