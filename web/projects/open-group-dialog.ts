import type { Group } from '../../sdk/index.ts';

/** The dialog of a cycle, milestone or list, loaded when it is wanted. */
export async function openGroupDialog(projectId: string, group?: Group | 'cycle'): Promise<void> {
  const dialog = await import('./settings/group-dialog.tsx');
  dialog.openGroupDialog(projectId, group);
}
