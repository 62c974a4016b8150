/** What the drafts use and Node 20 lacks; this file is imported before them. Nothing is replaced that exists. */
const define = (holder: object, members: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(members))
    if (!(name in holder)) Object.defineProperty(holder, name, { value, writable: true, configurable: true });
};

define(Map, {
  groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
    const groups = new Map<K, T[]>();
    for (const item of items) {
      const key = keyOf(item);
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  },
});

define(Promise, {
  withResolvers<T>() {
    let resolve: (value: T) => void = () => {};
    let reject: (reason: unknown) => void = () => {};
    const promise = new Promise<T>((onResolve, onReject) => {
      resolve = onResolve;
      reject = onReject;
    });
    return { promise, resolve, reject };
  },
});

define(Set.prototype, {
  difference<T>(this: Set<T>, other: ReadonlySet<T>): Set<T> {
    return new Set([...this].filter((item) => !other.has(item)));
  },
  intersection<T>(this: Set<T>, other: ReadonlySet<T>): Set<T> {
    return new Set([...this].filter((item) => other.has(item)));
  },
  union<T>(this: Set<T>, other: Iterable<T>): Set<T> {
    return new Set([...this, ...other]);
  },
});
