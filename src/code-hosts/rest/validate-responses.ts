import type { CodeHost, Comparison, PullRequest, PullRequests, Reports } from '../code-host.ts';
import { hostTitles } from '../remote-address.ts';
import { invalidResponse } from './response-refusals.ts';

/**
 * Wraps a host and validates what it returns. The URL is configured by users, so its responses are untrusted: an invalid one
 * is reported as an error of the host, never as an internal error.
 */
export function withValidatedResponses(host: CodeHost): CodeHost {
  const refusal = () => invalidResponse(host.kind === 'local' ? 'git' : hostTitles[host.kind]);
  const validated =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>, isValid: (result: R) => boolean) =>
    async (...args: A): Promise<R> => {
      const result = await call(...args).catch((error: unknown) => {
        // Reading a field of a missing object throws a TypeError.
        throw error instanceof TypeError ? refusal() : error;
      });
      if (!isValid(result)) throw refusal();
      return result;
    };
  return {
    ...host,
    findRepository: validated(host.findRepository, ({ defaultBranch }) => isText(defaultBranch)),
    resolve: validated(host.resolve, ({ sha }) => isId(sha)),
    listRefs: validated(host.listRefs, ({ branches, tags }) => [...branches, ...tags].every(isText)),
    compare: validated(host.compare, isComparison),
    listFiles: validated(host.listFiles, areFiles),
    listRootFiles: validated(host.listRootFiles, areFiles),
    findReleaseText: validated(
      host.findReleaseText,
      (text) => text === undefined || typeof text === 'string',
    ),
    readBlobs: async (repo, ids, bytesMax, signal, onBlob) => {
      // An error of the caller's `onBlob` is not an error of the host.
      let hasCallbackFailed = false;
      const read = (id: string, bytes: Buffer) => {
        try {
          onBlob(id, bytes);
        } catch (error) {
          hasCallbackFailed = true;
          throw error;
        }
      };
      await host.readBlobs(repo, ids, bytesMax, signal, read).catch((error: unknown) => {
        throw !hasCallbackFailed && error instanceof TypeError ? refusal() : error;
      });
    },
    ...(host.pulls && { pulls: validatedPulls(host.pulls, validated) }),
    ...(host.reports && { reports: validatedReports(host.reports, validated) }),
  };
}

type Validated = <A extends unknown[], R>(
  call: (...args: A) => Promise<R>,
  isValid: (result: R) => boolean,
) => (...args: A) => Promise<R>;

const validatedPulls = (pulls: PullRequests, validated: Validated): PullRequests => ({
  ...pulls,
  find: validated(
    pulls.find,
    (pull) =>
      !pull ||
      (isText(pull.title) &&
        typeof pull.body === 'string' &&
        isId(pull.sha) &&
        isText(pull.target) &&
        Array.isArray(pull.labels) &&
        pull.labels.every((label) => typeof label === 'string')),
  ),
  findByBranch: validated(pulls.findByBranch, (pull) => !pull || isPull(pull)),
  open: validated(pulls.open, isPull),
  findBranch: validated(pulls.findBranch, (branch) => !branch || isId(branch.sha)),
  commitFiles: validated(pulls.commitFiles, isId),
  startWorkflow: validated(pulls.startWorkflow, ({ id, url }) => isText(id) && isAddress(url)),
  findRun: validated(pulls.findRun, (run) => !run || (isText(run.id) && isAddress(run.url))),
});

const validatedReports = (reports: Reports, validated: Validated): Reports => ({
  ...reports,
  setStatus: validated(reports.setStatus, () => true),
  findComment: validated(reports.findComment, isOwnText),
  getComment: validated(reports.getComment, isOwnText),
  addComment: validated(reports.addComment, isHostId),
  findRelease: validated(reports.findRelease, isOwnText),
});

const isHostId = (id: unknown) =>
  isText(id) && id !== 'undefined' && id !== 'null' && id !== '[object Object]';
/** A comment or the notes of a release. */
const isOwnText = (found: { id: string; body: string } | undefined) =>
  !found || (isHostId(found.id) && typeof found.body === 'string');

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value);
const areFiles = (files: Map<string, string>) => [...files].every(([path, id]) => isText(path) && isId(id));
const isAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\//.test(value);
const isPull = ({ number, url }: PullRequest) => Number.isInteger(number) && isAddress(url);

const isComparison = ({ mergeBase, commits, files }: Comparison) =>
  (mergeBase === undefined || isId(mergeBase)) &&
  commits.every(
    ({ sha, parents, message, author }) =>
      isId(sha) && parents.every(isId) && typeof message === 'string' && typeof author === 'string',
  ) &&
  files.every(
    ({ path, previousPath, before, after }) =>
      isText(path) &&
      (previousPath === undefined || isText(previousPath)) &&
      [before, after].every((id) => id === undefined || isId(id)),
  );
