import { navigate, usePathname } from '../../router/index.ts';

/**
 * Opens a ticket by its key: over a view in the drawer, from the page of a ticket as a page. `replace` keeps the history
 * short while one goes through a list.
 */
export function useOpenTicket() {
  const isOnPage = usePathname().startsWith('/t/');
  return (key: string | undefined, { replace = false } = {}) => {
    if (isOnPage && key !== undefined) return void navigate({ to: `/t/${key}`, replace });
    // The search of the present screen stays as it is, whatever screen that is.
    const search = (before: object) => ({ ...before, ticket: key });
    return void navigate({ to: '.', search, replace });
  };
}
