import type { SyntheticEvent } from 'react';
import type { BootProject, DocsPreviewPage } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { CopyButton } from '../parts/controls/copy-button.tsx';
import { Segmented } from '../parts/controls/segmented.tsx';
import { CodeBlock } from '../parts/display/code-block.tsx';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { navigate } from '../router/index.ts';
import type { DocsSearch } from './docs-search.ts';
import { downloadText } from './download-text.ts';
import { type Draft, findStatement, type Statement } from './draft.ts';
import { DraftPreview } from './draft-preview.tsx';
import './draft-page.css';

interface DraftPageProps {
  draft: Draft;
  /** The file as it will be committed. */
  content: string;
  /** Its entries, if people decide about them. */
  preview: (DocsPreviewPage & { repo: string }) | undefined;
  project: BootProject;
  search: DocsSearch & { job: string };
  /** Called with the statement under the pointer. */
  onPoint: (statement: Statement | undefined) => void;
}

/** One page: as it will be read, beside the published one, or as the file it is. */
export function DraftPage({ draft, content, preview, project, search, onPoint }: DraftPageProps) {
  const view = search.view === 'compare' && !preview ? 'read' : (search.view ?? 'read');
  const point = (event: SyntheticEvent) => {
    const element = event.target instanceof Element ? event.target.closest('li, p') : null;
    if (element) onPoint(findStatement(draft.statements, element.textContent));
  };
  const show = (next: 'read' | 'compare' | 'file') => {
    const { view: _, ...others } = search;
    void navigate({
      ...{ to: '/p/$key/docs', params: { key: project.key }, replace: true },
      search: next === 'read' ? others : { ...others, view: next },
    });
  };
  return (
    <section className="draft-page" aria-label={m.docs.kinds[draft.kind]}>
      <div className="draft-page-bar">
        <Segmented
          label={m.docs.view}
          value={view}
          onChange={show}
          options={[
            { value: 'read', label: m.docs.read },
            ...(preview ? [{ value: 'compare', label: m.docs.compare } as const] : []),
            { value: 'file', label: m.docs.file },
          ]}
        />
        <span className="draft-page-actions">
          <CopyButton text={content} label={m.docs.copy} withText />
          <Button icon="download" onClick={() => downloadText(draft.path, content)}>
            {m.docs.download}
          </Button>
        </span>
      </div>
      {view === 'file' ? (
        <CodeBlock code={content} language="mdx" wrap className="draft-page-file" />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointing only marks what the list of sources has anyway
        <div className="draft-page-text" onMouseOver={point} onFocus={point}>
          <h2 className="draft-page-title">{draft.title}</h2>
          <details className="draft-page-facts">
            <summary>{m.docs.frontMatter}</summary>
            <table aria-label={m.docs.frontMatter}>
              <tbody>
                {draft.facts.map(({ name, value }) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
          {preview ? (
            <DraftPreview
              page={preview}
              place={{ projectId: project.id, job: search.job, repo: preview.repo }}
              refused={project.may.publishDocs ? undefined : project.mayNot.publishDocs}
            />
          ) : (
            <Markdown text={draft.body} topLevel={3} />
          )}
        </div>
      )}
    </section>
  );
}
