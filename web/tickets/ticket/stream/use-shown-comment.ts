import { useEffect, useRef } from 'react';
import { useSearchText } from '../../../router/index.ts';
import { commentParameter, revealComment, showComment, useWrittenComment } from './shown-comment.ts';

interface Stream {
  ids: ReadonlySet<string>;
  /** True once what stands between the comments is there, which would move them. */
  isLoaded: boolean;
  hasEarlier: boolean;
  loadEarlier(): void;
  /** True if the stream does not show comments. */
  isHidden: boolean;
  showComments(): void;
}

/**
 * Scrolls to the comment that was just written, and once to the one in the address. Returns true if the ticket does not
 * have the one in the address.
 */
export function useShownComment(stream: Stream): boolean {
  const { ids, isLoaded, hasEarlier, loadEarlier, isHidden, showComments } = stream;
  const linked = useSearchText(commentParameter);
  const written = useWrittenComment();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const isWritten = written !== undefined && ids.has(written);
    const wanted = isWritten ? written : linked === shown.current ? undefined : linked;
    if (wanted === undefined || (!isWritten && !isLoaded)) return;
    if (!ids.has(wanted)) {
      if (hasEarlier) loadEarlier();
      return;
    }
    if (isHidden) showComments();
    if (!revealComment(wanted, { focus: !isWritten })) return;
    if (isWritten) showComment(undefined);
    else shown.current = wanted;
  });
  return linked !== undefined && isLoaded && !hasEarlier && !ids.has(linked);
}
