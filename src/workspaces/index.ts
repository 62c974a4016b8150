export { chooseWorkspace } from './choose-workspace.ts';
export { presentWorkspace, Workspace } from './present-workspace.ts';
export { addTicketGuest, insertTicketHome } from './ticket-home-store.ts';
export type { WorkspaceKind, WorkspaceRole } from './workspace.ts';
export { canEditLabels, canReadWorkspace } from './workspace-access.ts';
export { workspaceEvents } from './workspace-events.ts';
export { addRoutes } from './workspace-routes.ts';
export { findWorkspace, insertWorkspace, insertWorkspaceMember } from './workspace-store.ts';
export { getWorkspaceFor } from './workspaces.ts';
