import { type SyntheticEvent, useState } from 'react';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { CopyButton } from '../parts/controls/copy-button.tsx';
import { Segmented } from '../parts/controls/segmented.tsx';
import { CodeBlock } from '../parts/display/code-block.tsx';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { downloadText } from './download-text.ts';
import { type Draft, findStatement, type Statement } from './draft.ts';
import './draft-page.css';

interface DraftPageProps {
  draft: Draft;
  /** The file as it will be committed. */
  content: string;
  /** Called with the statement under the pointer. */
  onPoint: (statement: Statement | undefined) => void;
}

/** One page: as it will be read, or as the file it is. */
export function DraftPage({ draft, content, onPoint }: DraftPageProps) {
  const [view, setView] = useState<'read' | 'file'>('read');
  const point = (event: SyntheticEvent) => {
    const element = event.target instanceof Element ? event.target.closest('li, p') : null;
    if (element) onPoint(findStatement(draft.statements, element.textContent));
  };
  return (
    <section className="draft-page" aria-label={m.docs.kinds[draft.kind]}>
      <div className="draft-page-bar">
        <Segmented
          label={m.docs.view}
          value={view}
          onChange={setView}
          options={[
            { value: 'read', label: m.docs.read },
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
        // biome-ignore lint/a11y/useKeyWithMouseEvents: see above
        <div className="draft-page-text" onMouseOver={point}>
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
          <Markdown text={draft.body} topLevel={3} />
        </div>
      )}
    </section>
  );
}
