export { getAutomation } from './automation.ts';
export { filterProjectsWithRules, listWorkingAgents } from './automation-store.ts';
export { createProject } from './create-project.ts';
export { deleteProject } from './delete-project.ts';
export {
  type DocsReport,
  filterReportingProjects,
  finishReport,
  listDueReports,
  takeDueReport,
} from './docs-reports/docs-report-store.ts';
export {
  claimReport,
  type DocsSubject,
  markDocsDue,
} from './docs-reports/docs-reports.ts';
export { getProjectFor, lockProjectFor } from './get-project.ts';
export { type ImportedMember, importProject } from './import-project.ts';
export { listPeople } from './list-people.ts';
export { listProjects } from './list-projects.ts';
export { listProjectAdmins, saveMember } from './member-store.ts';
export { addMember, admitMember } from './members.ts';
export { listPeopleIn, listPeopleNamed } from './people-store.ts';
export { Person, presentPerson } from './person-schemas.ts';
export { presentProject, presentProjectDetails } from './present-project.ts';
export {
  type EstimateUnit,
  type Project as ProjectRecord,
  type ProjectRole,
  type ProjectStatus,
  type ProjectVisibility,
  projectRoles,
} from './project.ts';
export {
  canChangeRole,
  canEditProject,
  canGrantAccess,
  canReadProject,
  canUseRepositories,
  canWriteInProject,
} from './project-access.ts';
export { projectEvents, recordProjectChange } from './project-events.ts';
export { listProjectRows, listProjectsForActor } from './project-list-store.ts';
export { listProjectPermissions, projectPermissionFields } from './project-permissions.ts';
export { Project, ProjectWithDetails, projectRef } from './project-schemas.ts';
export {
  countOwnField,
  filterReadableProjects,
  findAnyProject,
  findProject,
  setProjectAside,
  touchProject,
  updateGates,
  updateWorkflow,
} from './project-store.ts';
export { isMemberByRepository } from './repositories/link-repositories.ts';
export { repositoryEvents } from './repositories/repository-link-events.ts';
export { countWaitingLinks } from './repositories/repository-link-store.ts';
export { type Decision, decideForOperator, listLinksForOperator } from './repositories/repository-links.ts';
export {
  listLinkedRepositories,
  listProjectKeys,
  listProjectRepositories,
  listRepositoryProjects,
  type RepositoryProject,
} from './repositories/repository-store.ts';
export {
  codeHostName,
  findTrust,
  type RepositoryTrust,
} from './repositories/repository-trust.ts';
export { resolveProjects } from './resolve-projects.ts';
export { addRoutes } from './routes.ts';
export { type ProjectHealth, type ProjectUpdate, projectHealths } from './updates/project-update.ts';
export { listNewestUpdates } from './updates/project-update-store.ts';
export {
  type EffectiveRule,
  findConcurrency,
  findWorkflowPolicy,
  listEffectiveRules,
  workflowPaths,
} from './workflow/project-workflow.ts';
export {
  findWorkflowRow,
  listDueWorkflows,
  markWorkflowDue,
  saveWorkflow,
  takeDueWorkflow,
  takeWorkflow,
  type WorkflowRow,
} from './workflow/workflow-store.ts';
