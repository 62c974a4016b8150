/**
 * Compares segment by segment, which bounds the time by the product of the lengths. A regular expression has no such
 * bound.
 */
export function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = path.map(() => false).concat(false);
  reached[0] = true;
  for (const segment of pattern) {
    const next = reached.map(() => false);
    for (const [at, isReached] of reached.entries()) {
      if (segment === '**') next[at] = isReached || next[at - 1] === true;
      else if (isReached && at < path.length && matchesName(segment, path[at] as string)) next[at + 1] = true;
    }
    reached = next;
  }
  return reached[path.length] === true;
}

/** `*` stands for any characters, `?` for one. */
function matchesName(pattern: string, name: string): boolean {
  let [inPattern, inName, star, mark] = [0, 0, -1, 0];
  while (inName < name.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern++;
      mark = inName;
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === name[inName]) {
      inPattern++;
      inName++;
    } else if (star >= 0) {
      inPattern = star + 1;
      inName = ++mark;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern++;
  return inPattern === pattern.length;
}
