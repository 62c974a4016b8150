import type * as t from '@babel/types';

export interface Notes {
  isDeprecated?: true;
  isInternal?: true;
}

export interface DocumentationReader {
  /** What the comment directly before a position says about the declaration there. */
  notesBefore(position: number): Notes;
}

export function newDocumentationReader(source: string, comments: readonly t.Comment[]): DocumentationReader {
  const ends = comments.map(({ end }) => end as number);
  return {
    notesBefore: (position) => {
      const index = lastAtMost(ends, position);
      const comment = comments[index];
      if (comment?.type !== 'CommentBlock' || !comment.value.startsWith('*')) return {};
      // `export`, `declare` and decorators may stand between the comment and the node.
      const between = source.slice(comment.end as number, position);
      if (!/^\s*(?:(?:export|default|declare|abstract|async|public|static|readonly)\s+)*$/.test(between))
        return {};
      return {
        ...(/@deprecated\b/.test(comment.value) && { isDeprecated: true as const }),
        ...(/@(?:internal|private|hidden|ignore|api private)\b/.test(comment.value) && {
          isInternal: true as const,
        }),
      };
    },
  };
}

/** The index of the last number that is at most the limit; -1 if there is none. */
function lastAtMost(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
