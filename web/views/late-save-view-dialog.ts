import { LateModule, whenIdle } from '../parts/late-module.ts';

const dialog = new LateModule(() => import('./save-view-dialog.tsx'));
whenIdle(() => dialog.load().catch(() => {}));

/** The dialog is not in the first load. */
export const useSaveViewDialog = (wanted: boolean) => dialog.use(wanted)?.SaveViewDialog;
