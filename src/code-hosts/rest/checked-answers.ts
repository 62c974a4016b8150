import type { CodeHost, Comparison, PullRequest, PullRequests } from '../code-host.ts';
import { hostTitles } from '../remote-address.ts';
import { noApi } from './refusal-of.ts';

/**
 * A host whose answers are what they claim to be. What is asked is somebody's address: it may be a page to sign in at,
 * or lie. Nothing of that is a fault of ours, and no id that is none comes in.
 */
export function withCheckedAnswers(host: CodeHost): CodeHost {
  const nonsense = () => noApi(host.kind === 'local' ? 'git' : hostTitles[host.kind]);
  const checked =
    <A extends unknown[], R>(ask: (...args: A) => Promise<R>, isRight: (answer: R) => boolean) =>
    async (...args: A): Promise<R> => {
      const answer = await ask(...args).catch((error: unknown) => {
        // Reading a field of what is not there is how such an answer shows.
        throw error instanceof TypeError ? nonsense() : error;
      });
      if (!isRight(answer)) throw nonsense();
      return answer;
    };
  return {
    ...host,
    findRepository: checked(host.findRepository, ({ defaultBranch }) => isText(defaultBranch)),
    resolve: checked(host.resolve, ({ sha }) => isId(sha)),
    compare: checked(host.compare, isComparison),
    listFiles: checked(host.listFiles, (files) => [...files].every(([path, id]) => isText(path) && isId(id))),
    readBlobs: async (repo, ids, bytesMax, signal, take) => {
      let hasFailed = false;
      const read = (id: string, bytes: Buffer) => {
        try {
          take(id, bytes);
        } catch (own) {
          hasFailed = true;
          throw own;
        }
      };
      await host.readBlobs(repo, ids, bytesMax, signal, read).catch((error: unknown) => {
        throw !hasFailed && error instanceof TypeError ? nonsense() : error;
      });
    },
    ...(host.pulls && { pulls: checkedPulls(host.pulls, checked) }),
  };
}

type Checked = <A extends unknown[], R>(
  ask: (...args: A) => Promise<R>,
  isRight: (answer: R) => boolean,
) => (...args: A) => Promise<R>;

const checkedPulls = (pulls: PullRequests, checked: Checked): PullRequests => ({
  ...pulls,
  find: checked(pulls.find, (pull) => !pull || (isText(pull.title) && typeof pull.body === 'string')),
  findByBranch: checked(pulls.findByBranch, (pull) => !pull || isPull(pull)),
  open: checked(pulls.open, isPull),
  findBranch: checked(pulls.findBranch, (branch) => !branch || isId(branch.sha)),
  commitFiles: checked(pulls.commitFiles, isId),
  startWorkflow: checked(pulls.startWorkflow, ({ id, url }) => isText(id) && isAddress(url)),
  findRun: checked(pulls.findRun, (run) => !run || (isText(run.id) && isAddress(run.url))),
});

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value);
const isAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\//.test(value);
const isPull = ({ number, url }: PullRequest) => Number.isInteger(number) && isAddress(url);

const isComparison = ({ mergeBase, commits, files }: Comparison) =>
  (mergeBase === undefined || isId(mergeBase)) &&
  commits.every(
    ({ sha, message, author }) => isId(sha) && typeof message === 'string' && typeof author === 'string',
  ) &&
  files.every(
    ({ path, previousPath, before, after }) =>
      isText(path) &&
      (previousPath === undefined || isText(previousPath)) &&
      [before, after].every((id) => id === undefined || isId(id)),
  );
