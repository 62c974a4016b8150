export type {
  CodeHost,
  PullRequest,
  PullRequests,
  RefNames,
  RepositoryFacts,
  RepositoryName,
  Revision,
  WorkflowRun,
  WorkflowStart,
} from './code-host.ts';
export { newLocalGit } from './local-git/local-git.ts';
export { type HostAddress, openCodeHost } from './open-code-host.ts';
export type { CloneSettings } from './remote-address.ts';
export { formatRepositoryName, isRefName, parseRepositoryName } from './repository-name.ts';
