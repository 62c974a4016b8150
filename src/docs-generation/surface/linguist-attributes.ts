const rulesMax = 500;
const attribute = /(?:^|\s)(-?)linguist-(?:generated|vendored|documentation)(?:=(\w+))?(?=\s|$)/g;

interface Rule {
  segments: string[];
  isMarked: boolean;
}

/** Whether a path is marked as generated, vendored or documentation in the text of `.gitattributes`. The last rule wins. */
export function readLinguistAttributes(text: string): (path: string) => boolean {
  const rules = text
    .split(/\r?\n/)
    .flatMap((line): Rule[] => {
      const [pattern = '', ...rest] = line.trim().split(/\s+/);
      const marks = [...rest.join(' ').matchAll(attribute)];
      if (pattern === '' || pattern.startsWith('#') || marks.length === 0) return [];
      const isMarked = marks.some(([, minus, value]) => minus !== '-' && value !== 'false');
      // A pattern without a slash matches names in every folder, one with a slash matches from the root.
      const segments = pattern.includes('/') ? pattern.replace(/^\//, '').split('/') : ['**', pattern];
      return [{ segments, isMarked }];
    })
    .slice(0, rulesMax);
  return (path) => {
    const segments = path.split('/');
    return rules.findLast((rule) => matchesPath(rule.segments, segments))?.isMarked === true;
  };
}

/** Compares segment by segment, so that the time is bounded by the product of the lengths. A regular expression is not. */
function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
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
