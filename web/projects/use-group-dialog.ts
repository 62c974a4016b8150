import { LateModule } from '../parts/late-module.ts';

const dialog = new LateModule(() => import('./settings/group-dialog.tsx'));

/** The dialog of a cycle, milestone or list, loaded when it is wanted. */
export const useGroupDialog = (wanted: boolean) => dialog.use(wanted)?.GroupDialog;
