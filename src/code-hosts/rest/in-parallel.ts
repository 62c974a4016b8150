const concurrencyMax = 8;

/** Runs `work` for each item, at most 8 at a time, to stay within the rate limits of a code host. */
export async function inParallel<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const workers = Array.from({ length: Math.min(concurrencyMax, list.length) }, async () => {
    while (next < list.length) await work(list[next++] as T);
  });
  await Promise.all(workers);
}
