import { readRow } from '../../replica/index.ts';
import { preloadTicket } from './preload-ticket.ts';

const restMs = 80;

/** Preloads the texts of the ticket under the pointer or the focus, in a list, a board or a calendar. */
export function preloadOnHover(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = ({ target }: Event) => {
    clearTimeout(timer);
    const id = ticketIdAt(target);
    if (id !== undefined && readRow(id)) timer = setTimeout(() => void preloadTicket(id), restMs);
  };
  document.addEventListener('pointerover', look, { passive: true });
  document.addEventListener('focusin', look);
}

/** Finds the ticket of a row or card, which names it. */
function ticketIdAt(target: EventTarget | null): string | undefined {
  const shown = target instanceof Element ? target.closest<HTMLElement>('[data-id], [data-card]') : null;
  return shown?.dataset.id ?? shown?.dataset.card;
}
