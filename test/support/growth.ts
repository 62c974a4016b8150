/** How many times longer the work takes for twice the size; the shortest of several runs each, against noise. */
export function growthOf(work: (size: number) => unknown, size: number): number {
  const shortest = [size, 2 * size].map((each) =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const startedAt = performance.now();
        work(each);
        return performance.now() - startedAt;
      }),
    ),
  );
  return (shortest[1] as number) / (shortest[0] as number);
}
