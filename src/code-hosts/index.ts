export type {
  CodeHost,
  CodeHostKind,
  MergeRequest,
  MergeTrial,
  NewPullRequest,
  PullRequest,
  PullRequests,
  RefNames,
  Reports,
  RepositoryFacts,
  RepositoryName,
  Revision,
  Tag,
  WorkflowRun,
  WorkflowStart,
} from './code-host.ts';
export { newTemporaryFolder } from './git-remote/temporary-folder.ts';
export {
  emptyPushAdvertisement,
  errorAdvertisement,
  filterPushAdvertisement,
  type GitService,
} from './git-server/advertisement.ts';
export type { BranchChange, GitServer } from './git-server/git-server.ts';
export { openGitServer } from './git-server/open-git-server.ts';
export { PktReader, ProtocolError } from './git-server/pkt-line.ts';
export {
  formatPushReport,
  keepAlive,
  type PushReport,
  refuseAll,
  usesBands,
} from './git-server/push-report.ts';
export { type PushRequest, readPushRequest } from './git-server/push-request.ts';
export { newCheckout, newLocalGit } from './local-git/local-git.ts';
export { type HostAddress, openCodeHost } from './open-code-host.ts';
export type { CloneSettings } from './remote-address.ts';
export { formatRepositoryName, isRefName, parseRepositoryName } from './repository-name.ts';
export { newSourceRepository, releaseNotesMark } from './source-repository.ts';
