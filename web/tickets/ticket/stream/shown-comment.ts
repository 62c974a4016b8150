import { SharedValue } from '../../../parts/shared-value.ts';

/** The address of a comment: `?comment=ID` beside its ticket, as a page or in the drawer. */
export const commentParameter = 'comment';

/** A comment that was just written, to be scrolled to as soon as it is drawn. */
const written = new SharedValue<string | undefined>(undefined);
export const showComment = written.set.bind(written);
export const useWrittenComment = written.use;

export const commentElementId = (id: string) => `comment-${id}`;

/** Scrolls to a comment and marks it for a moment. Returns whether it is drawn. */
export function revealComment(id: string, { focus }: { focus: boolean }): boolean {
  const element = document.getElementById(commentElementId(id));
  if (!element) return false;
  element.scrollIntoView({ block: element.offsetHeight > innerHeight / 2 ? 'start' : 'center' });
  element.dataset.revealed = '';
  element.addEventListener('animationend', () => delete element.dataset.revealed, { once: true });
  if (focus) element.focus({ preventScroll: true });
  return true;
}
