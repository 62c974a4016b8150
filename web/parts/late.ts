import { useKeysOff } from './keys/keys.ts';
import { LateModule, whenIdle } from './late-module.ts';

/** Menus, popovers, pickers and dialogs: nobody opens one before the first screen is drawn. */
const popups = new LateModule(() => import('./late/index.ts'));
/** marked and the rendering of its tree, about 15 kB. */
const markdown = new LateModule(() => import('./markdown/markdown-view.tsx'));

/** What a menu, popover or dialog is made of, while it is open. */
export function useLateParts(isOpen: boolean) {
  useKeysOff(isOpen);
  return popups.use(isOpen);
}

export const useMarkdownView = () => markdown.use(true);

/** What is inside an open menu or dialog: the parts are there, or it would not be open. */
export function getLateParts(): typeof import('./late/index.ts') {
  const parts = popups.get();
  if (!parts) throw new Error('This part belongs inside a menu or a dialog.');
  return parts;
}

whenIdle(() => Promise.all([popups.load(), markdown.load()]).catch(() => {}));
