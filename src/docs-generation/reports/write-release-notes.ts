import { hash } from 'node:crypto';
import { draftChangelog, readDraftContext, writeMarkdown } from '../../../packages/docs-drafts/draft.ts';
import { previousFinalTag } from '../../../packages/docs-drafts/index.ts';
import { type CodeHost, newSourceRepository, releaseNotesMark } from '../../code-hosts/index.ts';
import type { ReportTask } from '../drafting-process/process-messages.ts';
import type { TagState } from './report-state.ts';

/**
 * Writes what the tag has and the version before it lacks into its release, and makes the release if there is none. Words of
 * people stay: only an empty text, or the one that Docket wrote, is replaced.
 */
export async function writeReleaseNotes(
  host: CodeHost,
  task: ReportTask,
  signal: AbortSignal,
): Promise<TagState | null> {
  const { repo, limits, subject } = task;
  const known = task.state as TagState | null;
  const { reports } = host;
  const tags = new Map(((await host.listTags?.(repo, signal)) ?? []).map(({ name, sha }) => [name, sha]));
  const sha = tags.get(subject.name);
  const previous = previousFinalTag([...tags.keys()], subject.name);
  // Without a version before it there is nothing to compare with.
  if (!reports || sha === undefined || previous === undefined || known?.sha === sha) return known;
  const release = await reports.findRelease(repo, subject.name, signal);
  if (release && release.body.trim() !== '' && digestOf(release.body) !== known?.digest) {
    // The answer to Docket's own notes may have been lost.
    return release.body.includes(releaseNotesMark) ? { sha, digest: digestOf(release.body) } : known;
  }
  const facts = await host.findRepository(repo, signal);
  const range = { base: previous, head: subject.name, limits, ticket: undefined, pullNumber: undefined };
  const repository = newSourceRepository(host, repo, facts, signal);
  const context = await readDraftContext(
    repository,
    range,
    () => {},
    async () => ({}),
  );
  // The release has the version as its title.
  const [, ...blocks] = draftChangelog(context).blocks;
  const notes = `${releaseNotesMark}\n${writeMarkdown(blocks)}`;
  if (release) await reports.updateRelease(repo, subject.name, { ...release, body: notes }, signal);
  else await reports.addRelease(repo, subject.name, notes, signal);
  return { sha, digest: digestOf(notes) };
}

const digestOf = (text: string) => hash('sha256', text.replaceAll('\r\n', '\n').trim(), 'hex');
