import { openCodeHost } from '../../code-hosts/index.ts';
import type { OutboundClients } from '../../platform/outbound-http/index.ts';
import type { ReportOutcome, ReportTask } from '../drafting-process/process-messages.ts';
import { draftDefaultBranch } from './draft-default-branch.ts';
import { reportPullRequest } from './report-pull-request.ts';
import { writeReleaseNotes } from './write-release-notes.ts';

/** Tells the code host what is new about the subject, and returns what it was told, or drafts that the caller corrects and publishes. */
export async function runReport(
  task: ReportTask,
  outbound: OutboundClients,
  signal: AbortSignal,
): Promise<ReportOutcome> {
  const host = await openCodeHost(task.host, outbound);
  try {
    if (task.subject.kind === 'pull_request') return { state: await reportPullRequest(host, task, signal) };
    if (task.subject.kind === 'tag') return await writeReleaseNotes(host, task, signal);
    return await draftDefaultBranch(host, task, signal);
  } finally {
    await host.close();
  }
}
