/** A pattern is `*`, an event name, or a prefix such as `ticket.*`. */
export const matchesAnyPattern = (patterns: readonly string[], type: string): boolean =>
  patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
