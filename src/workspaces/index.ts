export { assertWithinOwner, isLowerRole } from './agent-role.ts';
export { chooseWorkspace } from './choose-workspace.ts';
export { presentWorkspace, Workspace } from './present-workspace.ts';
export { describeUnknownPerson, personRefDescription, resolvePerson } from './resolve-person.ts';
export {
  addTicketGuest,
  allocateTicketNumber,
  allocateTicketNumbers,
  changeTicketCount,
  insertTicketHome,
  lockLastNumber,
  raiseLastNumber,
  saveLastNumber,
} from './ticket-home-store.ts';
export { type WorkspaceKind, type WorkspaceRole, workspaceRoles } from './workspace.ts';
export { canEditLabels, canReadWorkspace } from './workspace-access.ts';
export { workspaceEvents } from './workspace-events.ts';
export { saveWorkspaceMember } from './workspace-member-store.ts';
export { addRoutes } from './workspace-routes.ts';
export { findWorkspace, insertWorkspace } from './workspace-store.ts';
export {
  addWorkspaceMember,
  createWorkspace,
  deleteWorkspace,
  getWorkspaceFor,
  listWorkspaces,
} from './workspaces.ts';
