import { matchesPath } from './path-pattern.ts';

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
