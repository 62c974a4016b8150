import type { ReactNode } from 'react';
import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { allSources, type Draft, type Source, type Statement } from './draft.ts';
import './draft-reasons.css';

interface DraftReasonsProps {
  draft: Draft;
  summary: string;
  pointed: Statement | undefined;
}

/** Why the page says what it says. */
export function DraftReasons({ draft, summary, pointed }: DraftReasonsProps) {
  const { commits, files } = allSources(draft.statements);
  const breaking = draft.statements.filter(({ isBreaking }) => isBreaking);
  const text = m.docs.why;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <aside className="draft-reasons" aria-label={text.title} tabIndex={0}>
      <Part title={text.summary}>
        <p>{summary}</p>
      </Part>
      <Part title={text.sentence}>
        {pointed && draft.statements.includes(pointed) ? (
          <>
            <p className="draft-reasons-quote">{pointed.text}</p>
            <Sources sources={pointed.sources} />
          </>
        ) : (
          <p className="draft-reasons-hint">{text.sentenceHint}</p>
        )}
      </Part>
      {breaking.length > 0 && (
        <Part title={text.breaking(breaking.length)}>
          <ul className="draft-reasons-list">
            {breaking.map((statement) => (
              <li key={statement.text} className="draft-reasons-breaking">
                <Icon name="warning" />
                <span>{statement.text}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {commits.length + files.length > 0 && (
        <Part title={text.sources(commits.length, files.length)}>
          <Sources
            sources={[...commits.map((commit) => ({ commit })), ...files.map((path) => ({ path, id: '' }))]}
          />
        </Part>
      )}
    </aside>
  );
}

function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <ul className="draft-reasons-list">
      {sources.map((source) =>
        'commit' in source ? (
          <li key={source.commit}>
            <Icon name="commit" />
            <code>{source.commit}</code>
          </li>
        ) : (
          <li key={source.path}>
            <Icon name="code" />
            <code>{source.path}</code>
          </li>
        ),
      )}
    </ul>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="draft-reasons-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}
