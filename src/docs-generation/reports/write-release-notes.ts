import { hash } from 'node:crypto';
import { draftChangelog, listEntryIds, writeMarkdown } from '../../../packages/docs-drafts/draft.ts';
import { previousFinalTag } from '../../../packages/docs-drafts/index.ts';
import { type CodeHost, releaseNotesMark } from '../../code-hosts/index.ts';
import type { ReportOutcome, ReportTask } from '../drafting-process/process-messages.ts';
import { readReportContext } from './read-report-context.ts';
import type { TagState } from './report-state.ts';

/**
 * Writes what the tag has and the version before it lacks into its release, and makes the release if there is none. Words of
 * people stay: only an empty text, or the one that Docket wrote, is replaced. The first call drafts the notes, the second
 * one writes them with the decisions of people.
 */
export async function writeReleaseNotes(
  host: CodeHost,
  task: ReportTask,
  signal: AbortSignal,
): Promise<ReportOutcome> {
  const { repo, subject } = task;
  const known = task.state as TagState | null;
  const { reports } = host;
  const tags = new Map(((await host.listTags?.(repo, signal)) ?? []).map(({ name, sha }) => [name, sha]));
  const sha = tags.get(subject.name);
  const previous = previousFinalTag([...tags.keys()], subject.name);
  // Without a version before it there is nothing to compare with.
  if (!reports || sha === undefined || previous === undefined || known?.sha === sha) return { state: known };
  const release = await reports.findRelease(repo, subject.name, signal);
  if (release && release.body.trim() !== '' && digestOf(release.body) !== known?.digest) {
    // The answer to Docket's own notes may have been lost.
    const isOwn = release.body.includes(releaseNotesMark);
    return { state: isOwn ? { sha, digest: digestOf(release.body) } : known };
  }
  if (task.notes === undefined) {
    const { context } = await readReportContext(host, task, { base: previous, head: subject.name }, signal);
    const page = draftChangelog(context);
    const entries = listEntryIds('changelog', page);
    return { state: known, notes: { path: subject.name, content: writeMarkdown(page.blocks), entries } };
  }
  // The release has the version as its title.
  const notes = `${releaseNotesMark}\n${task.notes.replace(/^#.*\n+/, '')}`;
  if (release) await reports.updateRelease(repo, subject.name, { ...release, body: notes }, signal);
  else await reports.addRelease(repo, subject.name, notes, signal);
  return { state: { sha, digest: digestOf(notes) } };
}

const digestOf = (text: string) => hash('sha256', text.replaceAll('\r\n', '\n').trim(), 'hex');
