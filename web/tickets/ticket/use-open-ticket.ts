import { navigate, usePathname } from '../../router/index.ts';
import { openInDrawer } from '../open-in-drawer.ts';

/**
 * Opens a ticket by its key: in the drawer over a view or, from the page of a ticket, as a page. `replace` keeps the
 * history short while a person steps through a list.
 */
export function useOpenTicket() {
  const isOnPage = usePathname().startsWith('/t/');
  return (key: string | undefined, { replace = false } = {}) => {
    if (isOnPage && key !== undefined) void navigate({ to: `/t/${key}`, replace });
    else openInDrawer(key, { replace });
  };
}
