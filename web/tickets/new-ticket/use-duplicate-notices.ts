import { useEffect } from 'react';
import type { CreatedTicket } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import { subscribeAnswers } from '../../replica/index.ts';
import { navigate } from '../../router/index.ts';

/** After a ticket was created, names the most similar open ticket with a link to it. */
export function useDuplicateNotices(): void {
  useEffect(
    () =>
      subscribeAnswers((answer) => {
        const { key, possibleDuplicates } = answer as Partial<CreatedTicket>;
        const [similar] = possibleDuplicates ?? [];
        if (!key || !similar) return;
        const ticket = similar.key ?? similar.id;
        showToast({
          text: m.tickets.create.duplicate(key, ticket, similar.title),
          actions: [
            {
              name: m.tickets.create.openDuplicate(ticket),
              run: () => void navigate({ to: '.', search: (before) => ({ ...before, ticket }) }),
            },
          ],
        });
      }),
    [navigate],
  );
}
