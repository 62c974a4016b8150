import type { Progress, TicketLink } from '../../../packages/docs-drafts/index.ts';
import { type CodeHost, openCodeHost, type RepositoryName } from '../../code-hosts/index.ts';
import { invalid } from '../../platform/errors.ts';
import type { OutboundClients } from '../../platform/outbound-http/index.ts';
import { findBranchEdits, readPages } from '../publish/branch-pages.ts';
import { openPullRequest } from '../publish/open-pull-request.ts';
import { publishPages } from '../publish/publish-docs.ts';
import { runReport } from '../reports/run-report.ts';
import { checkPages } from './check-pages.ts';
import { generatePages } from './generate-pages.ts';
import { predictFiles } from './predict-files.ts';
import type { DocsTask, GeneratedDocs, HostCall, TaskResults } from './process-messages.ts';
import { readDefaultPush } from './read-default-push.ts';
import { readRootFile } from './read-file.ts';
import { readRelease } from './read-release.ts';

// The server parses the result on its main thread and stores it with a job.
const resultLengthMax = 8 * 1024 * 1024;

export async function runTask(
  task: DocsTask,
  outbound: OutboundClients,
  signal: AbortSignal,
  report: (progress: Progress) => void,
  findTickets: (keys: string[]) => Promise<Record<string, TicketLink>>,
): Promise<TaskResults[DocsTask['kind']]> {
  if (task.kind === 'generate')
    return withinLimit(await generatePages(task, outbound, signal, report, findTickets));
  if (task.kind === 'check') return checkPages(task, outbound, signal);
  if (task.kind === 'report') return runReport(task, outbound, signal);
  const host = await openCodeHost(task.host, outbound);
  try {
    return task.kind === 'publish'
      ? await publishPages(host, task, signal)
      : await callHost(host, task.repo, task.call, signal);
  } finally {
    await host.close();
  }
}

function callHost(host: CodeHost, repo: RepositoryName, call: HostCall, signal: AbortSignal) {
  const { resolve, listRefs, pulls } = host;
  if (call.name === 'readRootFile') return readRootFile(host, repo, call, signal);
  if (call.name === 'listTags') return host.listTags?.(repo, signal) ?? Promise.resolve([]);
  if (call.name === 'readBranchEdits') return findBranchEdits(host, repo, call.pages, signal);
  if (call.name === 'readPages')
    return readPages(host, repo, undefined, call.paths, signal).then((pages) => [...pages]);
  if (call.name === 'readDefaultPush') return readDefaultPush(host, repo, call.known, signal);
  if (call.name === 'readRelease') return readRelease(host, repo, call.tag, signal);
  if (call.name === 'predictFiles') return predictFiles(host, repo, call, signal);
  if (call.name === 'tryMerges') return host.tryMerges?.(repo, call, signal) ?? Promise.resolve(null);
  if (call.name === 'openPullRequest') return openPullRequest(host, repo, call.draft, signal);
  if (call.name === 'resolve') return resolve(repo, call.ref, signal);
  if (call.name === 'listRefs') return listRefs(repo, call.search, signal);
  if (!pulls) return Promise.resolve(undefined);
  return call.name === 'findRun'
    ? pulls.findRun(repo, call.start, signal)
    : pulls.startWorkflow(repo, call.start, signal);
}

function withinLimit(made: GeneratedDocs): GeneratedDocs {
  const length = made.docs.reduce((sum, { content }) => sum + content.length, made.summary.length);
  if (length <= resultLengthMax) return made;
  throw invalid({
    head: [`The drafts have more than ${resultLengthMax / 1024 / 1024} MB. Choose a base closer to head`],
  });
}
