import { navigate, useSearchText } from '../../router/index.ts';

/** The ticket in the drawer (`?ticket=KEY`), and how another one is shown there. */
export function useOpenTicket(): {
  openRef: string | undefined;
  /** `replace` goes on to another ticket without a step in the browser's history. */
  openTicket: (ref: string, options?: { replace?: boolean }) => void;
} {
  const ticket = useSearchText('ticket');
  return {
    openRef: ticket,
    openTicket: (ref, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ticket: ref }),
        replace,
      }),
  };
}
