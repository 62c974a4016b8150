import { useEffect, useRef } from 'react';
import { useSearchText } from '../router/index.ts';

/** Scrolls to the task in the address (`?task=ID`) and marks it for a moment, again once its details have made it longer. */
export function useRevealed(taskId: string, isLoaded: boolean) {
  const element = useRef<HTMLElement>(null);
  const isMeant = useSearchText('task') === taskId;
  const focused = useRef(false);
  useEffect(() => {
    const card = element.current;
    if (!isMeant || !card) return;
    card.scrollIntoView({ block: card.offsetHeight > innerHeight / 2 ? 'start' : 'center' });
    if (focused.current) return;
    focused.current = true;
    card.dataset.revealed = '';
    card.addEventListener('animationend', () => delete card.dataset.revealed, { once: true });
    card.focus({ preventScroll: true });
  }, [isMeant, isLoaded]);
  return element;
}
