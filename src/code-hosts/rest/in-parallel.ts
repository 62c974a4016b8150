const atOnce = 8;

/** A code host is asked for a few things at once, and no more. */
export async function inParallel<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const workers = Array.from({ length: Math.min(atOnce, list.length) }, async () => {
    while (next < list.length) await work(list[next++] as T);
  });
  await Promise.all(workers);
}
