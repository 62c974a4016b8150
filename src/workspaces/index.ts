export { chooseWorkspace } from './choose-workspace.ts';
export { presentWorkspace, Workspace } from './present-workspace.ts';
export { insertTicketHome, noteTicketGuest } from './ticket-home-store.ts';
export type { WorkspaceKind, WorkspaceRole } from './workspace.ts';
export { findWorkspace, insertWorkspace, insertWorkspaceMember } from './workspace-store.ts';
