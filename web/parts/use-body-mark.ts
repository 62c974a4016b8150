import { useLayoutEffect } from 'react';

/**
 * Gives the body an attribute for styles of elements elsewhere in the page, as `body[data-drawer] .toast-list`. The browser
 * would match `body:has(.drawer)` again after each change of the page; and with `.drawer ~ .toast-list` it would compute the
 * styles of the whole page when the drawer opens, because rules with `* + *` make it look at all siblings.
 */
export function useBodyMark(name: 'drawer' | 'notice', isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    document.body.dataset[name] = '';
    return () => {
      delete document.body.dataset[name];
    };
  }, [name, isOn]);
}
