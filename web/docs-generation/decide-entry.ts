import type { DocsCorrectionInput, DocsPreview, DocsPreviewEntry } from '../../sdk/index.ts';
import { api, DocketError, queryClient } from '../api/index.ts';
import { docsQueries } from './docs-queries.ts';

/** The preview that shows the entry. */
export interface PreviewPlace {
  projectId: string;
  job: string;
  repo: string;
}

export type Decision = Pick<DocsCorrectionInput, 'decision' | 'text'>;

/**
 * Stores a decision about an entry of which the person has seen this version. It is shown at once; if it is refused, the
 * preview is loaded again and the error thrown.
 */
export async function decideEntry(
  { projectId, job, repo }: PreviewPlace,
  { id, drafted, decision: before }: DocsPreviewEntry,
  { decision, text }: Decision,
  version: number,
): Promise<void> {
  if (id === null) return;
  const { queryKey } = docsQueries.preview(projectId, job);
  const show = (changes: Partial<DocsPreviewEntry>) =>
    queryClient.setQueryData<DocsPreview>(queryKey, (preview) => preview && withEntry(preview, id, changes));
  // An answer from before the decision would take it back on the screen.
  await queryClient.cancelQueries({ queryKey });
  // An edited text is shown as the server writes it.
  if (decision !== 'edited') show({ decision, text: drafted });
  try {
    const { data } = await api.decideDocsEntry({
      params: { id: projectId, entryId: id },
      body: { repo, decision, ...(text !== undefined && { text }), drafted },
      headers: { 'if-match': `"${version}"` },
    });
    show({
      decision,
      text: data.text ?? drafted,
      ...(decision === 'open'
        ? { author: null, updatedAt: null }
        : { author: data.author, updatedAt: data.updatedAt }),
      version: data.version,
    });
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey });
    throw error;
  }
  // The words of the page are other ones now.
  const changesPage = [before, decision].some((one) => one === 'edited' || one === 'dropped');
  if (changesPage) void queryClient.invalidateQueries({ queryKey });
}

/** Whether somebody else decided since the entry was read. */
export const isConflict = (error: unknown): boolean => error instanceof DocketError && error.status === 412;

/** The entry as it is shown now. */
export const findEntry = (
  { projectId, job }: PreviewPlace,
  id: string | null,
): DocsPreviewEntry | undefined =>
  queryClient
    .getQueryData<DocsPreview>(docsQueries.preview(projectId, job).queryKey)
    ?.pages.flatMap(({ chunks }) => chunks)
    .find((chunk): chunk is DocsPreviewEntry => chunk.kind === 'entry' && chunk.id === id);

const withEntry = (preview: DocsPreview, id: string, changes: Partial<DocsPreviewEntry>): DocsPreview => ({
  ...preview,
  pages: preview.pages.map((page) => ({
    ...page,
    chunks: page.chunks.map((chunk) =>
      chunk.kind === 'entry' && chunk.id === id ? { ...chunk, ...changes } : chunk,
    ),
  })),
});
