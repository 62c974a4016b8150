import { LateModule, whenIdle } from '../parts/late-module.ts';

/** The dialogs are not in the first load. */
const dialogs = new LateModule(() => import('./dialogs.ts'));
whenIdle(() => dialogs.load().catch(() => {}));

export const useRenameViewDialog = (wanted: boolean) => dialogs.use(wanted)?.RenameViewDialog;
export const useSaveViewDialog = (wanted: boolean) => dialogs.use(wanted)?.SaveViewDialog;
