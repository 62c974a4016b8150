import type { Readable } from 'node:stream';
import type { GitService } from './advertisement.ts';
import type { PushReport } from './push-report.ts';
import type { PushRequest } from './push-request.ts';

/** A repository for clients of git: what `/git/<task>.git` is connected to. */
export interface GitServer {
  /** Whether a pack may refer to objects that the repository has. */
  readonly takesThinPacks: boolean;
  /** The body of `info/refs`, as git or the code host writes it. `protocol` is the header Git-Protocol. */
  advertise(service: GitService, protocol: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>>;
  /** Answers a request of fetch. */
  uploadPack(request: UploadRequest, signal: AbortSignal): Promise<AsyncIterable<Buffer>>;
  /** Applies a push whose pack has arrived, if the last check agrees. */
  receivePack(push: ReceivedPush, checks: PushChecks, signal: AbortSignal): Promise<PushReport>;
}

export interface UploadRequest {
  body: Readable;
  protocol: string;
}

export interface ReceivedPush {
  request: PushRequest;
  /** The file with the pack. */
  packFile: string;
  packBytes: number;
  /** The branch that the branches of the push are compared with. */
  defaultBranch: string;
}

export interface PushChecks {
  /** Whether the changed paths must be known before the push is applied. */
  needsChanges: boolean;
  /** Called once, immediately before the refs change. Returns why the push is refused. */
  lastCheck(changes: BranchChange[] | undefined): Promise<string | undefined>;
}

/** What a push changes on one branch. */
export interface BranchChange {
  ref: string;
  /** The paths that differ between the old and the new commit, in their order; of a new branch, those of `total`. */
  pushed: ChangedPath[];
  /** The paths that the branch changes since it left the default branch. */
  total: ChangedPath[];
}

export interface ChangedPath {
  /** Bytes that are not UTF-8 are written as `\xNN`. */
  path: string;
  /** A symbolic link or a submodule: the path stands for what another path has. */
  isLink: boolean;
}
