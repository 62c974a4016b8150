import type { SurfaceChange } from './surface-change.ts';

/** A removed name and the most similar name that the same file gained. */
export function findReplacements(surface: readonly SurfaceChange[]): Map<string, string> {
  const exports = surface.filter(({ area, isInternal }) => area === 'export' && !isInternal);
  const added = exports.filter(({ change }) => change === 'added');
  const found = new Map<string, string>();
  for (const { name, path } of exports.filter(({ change }) => change === 'removed')) {
    const candidates = added
      .filter((other) => other.path === path)
      .map((other) => ({ name: other.name, likeness: likenessOf(name, other.name) }))
      .filter(({ likeness }) => likeness >= 0.6)
      .sort((a, b) => b.likeness - a.likeness);
    if (candidates[0]) found.set(name, candidates[0].name);
  }
  return found;
}

/** The share of words that two names have in common: `verifyFromJwks` and `verifyWithJwks` share two of three. */
function likenessOf(a: string, b: string): number {
  const words = (name: string) =>
    new Set(name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g)?.map((word) => word.toLowerCase()) ?? []);
  const [inA, inB] = [words(a), words(b)];
  const shared = [...inA].filter((word) => inB.has(word)).length;
  return shared / Math.max(inA.size, inB.size, 1);
}
