import { loadLateMessages } from '../messages/index.ts';
import { useKeysOff } from './keys/keys.ts';
import { LateModule, whenIdle } from './late-module.ts';

/** Menus, popovers, pickers and dialogs: nobody opens one before the first screen is drawn. */
const popups = new LateModule(() => import('./late/index.ts'));
/** marked and the rendering of its tree: about 15 kB. */
const markdown = new LateModule(() => loadLateMessages().then(() => import('./markdown/markdown-view.tsx')));

/** The parts of a menu, popover or dialog, while it is open. */
export function useLateParts(isOpen: boolean) {
  useKeysOff(isOpen);
  return popups.use(isOpen);
}

export const useMarkdownView = () => markdown.use(true);

/** The parts for the content of an open menu or dialog, which are loaded because it is open. */
export function getLateParts(): typeof import('./late/index.ts') {
  const parts = popups.get();
  if (!parts) throw new Error('This part belongs inside a menu or a dialog.');
  return parts;
}

whenIdle(() => Promise.all([popups.load(), markdown.load()]).catch(() => {}));
