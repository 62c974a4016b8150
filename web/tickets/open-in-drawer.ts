import { navigate } from '../router/index.ts';

/**
 * Shows a ticket in the drawer (`?ticket=KEY`), or closes it. The search of the present screen stays as it is, whatever screen
 * that is; a comment in it belongs to the ticket before. `replace` goes on to another ticket without a step in the browser's history.
 */
export const openInDrawer = (ref: string | undefined, { replace = false } = {}) =>
  void navigate({
    to: '.',
    search: (before: object) => ({ ...before, ticket: ref, comment: undefined }),
    replace,
  });
