export type {
  CodeHost,
  Commit,
  Comparison,
  FileChange,
  PullRequest,
  PullRequests,
  RepositoryFacts,
  RepositoryName,
  Revision,
} from './code-host.ts';
export { newLocalGit } from './local-git/local-git.ts';
export { type HostAddress, openCodeHost } from './open-code-host.ts';
export type { CopySettings } from './remote-address.ts';
export { isRefName, parseRepositoryName, sayRepository } from './repository-name.ts';
