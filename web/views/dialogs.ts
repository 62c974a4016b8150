export { RenameViewDialog } from './rename-view-dialog.tsx';
export { SaveViewDialog } from './save-view-dialog.tsx';
