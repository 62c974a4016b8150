export { readAgentBranches } from './branch-settings.ts';
export { findActorByTaskKey } from './find-actor-by-task-key.ts';
export { startUnfinishedPushLoop } from './finish-pushes.ts';
export { branchPrefix, findTaskRepository, newGitAccessIssuer } from './issue-git-access.ts';
export { addRoutes } from './routes.ts';
