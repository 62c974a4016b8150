import { openCodeHost } from '../../code-hosts/index.ts';
import type { OutboundClients } from '../../platform/outbound-http/index.ts';
import type { ReportTask } from '../drafting-process/process-messages.ts';
import { publishDefaultBranch } from './publish-default-branch.ts';
import { reportPullRequest } from './report-pull-request.ts';
import type { ReportState } from './report-state.ts';
import { writeReleaseNotes } from './write-release-notes.ts';

/** Tells the code host what is new about the subject, and returns what it was told. */
export async function runReport(
  task: ReportTask,
  outbound: OutboundClients,
  signal: AbortSignal,
): Promise<ReportState | null> {
  const host = await openCodeHost(task.host, outbound);
  try {
    if (task.subject.kind === 'pull_request') return await reportPullRequest(host, task, signal);
    if (task.subject.kind === 'tag') return await writeReleaseNotes(host, task, signal);
    return await publishDefaultBranch(host, task, signal);
  } finally {
    await host.close();
  }
}
