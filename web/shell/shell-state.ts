import { SharedValue } from '../parts/shared-value.ts';
import type { RefusedChange } from '../replica/index.ts';

/** What lies over the page and can be opened from anywhere. */
type Overlay = 'palette' | 'help' | 'more' | 'sign-in' | RefusedChange;

const overlay = new SharedValue<Overlay | undefined>(undefined);

export const useOverlay = overlay.use;
export const openPalette = () => overlay.set('palette');
export const openHelp = () => overlay.set('help');
export const openMore = () => overlay.set('more');
export const askToSignInAgain = () => overlay.set('sign-in');
/** Asks whether to close tickets although they have open children, or although gates of the project ask for more. */
export const askToCloseAnyway = (refused: RefusedChange) => overlay.set(refused);
export const closeOverlay = () => overlay.set(undefined);
