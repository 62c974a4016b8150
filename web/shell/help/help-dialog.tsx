import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Failure } from '../../parts/display/failure.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { Markdown } from '../../parts/markdown/markdown.tsx';
import { Dialog } from '../../parts/popups/dialog.tsx';
import { usePathname } from '../../router/index.ts';
import { fittingPage, type GuidePage, pageOfLink, searchGuide } from './guide.ts';
import { guideQuery } from './guide-query.ts';
import { KeyMap } from './key-map.tsx';
import './help.css';

/** The keys of the screen below it, the pages of the guide, and a search over them. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title={m.help.title} size="large" place="top">
      <Help />
    </Dialog>
  );
}

function Help() {
  const [text, setText] = useState('');
  const [pageId, setPageId] = useState<string>();
  const pathname = usePathname();
  const { data: pages = [], error, refetch } = useQuery(guideQuery);
  const page = pages.find(({ id }) => id === pageId);
  const show = (id: string) => {
    setPageId(id);
    setText('');
  };
  const first = fittingPage(pathname);
  const ordered = [...pages.filter(({ id }) => id === first), ...pages.filter(({ id }) => id !== first)];
  return (
    <div className="help">
      <TextInput
        type="search"
        look="large"
        aria-label={m.help.search}
        placeholder={m.help.search}
        data-autofocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {error && <Failure small error={error} retry={() => void refetch()} />}
      {text.trim() !== '' ? (
        <Hits pages={pages} text={text} onShow={show} />
      ) : page ? (
        <Page page={page} onShow={show} onBack={() => setPageId(undefined)} />
      ) : (
        <>
          <nav aria-label={m.help.guide}>
            <ul className="help-pages">
              {ordered.map(({ id, title }) => (
                <li key={id}>
                  <Button look={id === first ? 'plain' : 'quiet'} icon="book" onClick={() => show(id)}>
                    {title}
                  </Button>
                </li>
              ))}
              <li>
                <a className="button button-quiet" href="/reference" target="_blank" rel="noreferrer">
                  <Icon name="external" />
                  {m.help.reference}
                </a>
              </li>
            </ul>
          </nav>
          <KeyMap />
        </>
      )}
    </div>
  );
}

interface ShownPages {
  onShow: (id: string) => void;
}

function Hits({ pages, text, onShow }: ShownPages & { pages: readonly GuidePage[]; text: string }) {
  const hits = searchGuide(pages, text).slice(0, 12);
  return (
    <>
      <p className={hits.length > 0 ? 'said' : 'quiet'} role="status">
        {m.help.found(hits.length, text.trim())}
      </p>
      <ul className="help-hits" aria-label={m.help.guide}>
        {hits.map(({ page, heading, excerpt }) => (
          <li key={`${page.id} ${heading}`}>
            <button type="button" className="help-hit" onClick={() => onShow(page.id)}>
              <span>
                {page.title}
                {heading !== page.title && ` › ${heading}`}
              </span>
              <span className="quiet">{excerpt}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Page({ page, onShow, onBack }: ShownPages & { page: GuidePage; onBack: () => void }) {
  return (
    <article className="help-page" aria-label={page.title}>
      <Button look="quiet" icon="arrow-left" onClick={onBack}>
        {m.help.back}
      </Button>
      <h3>{page.title}</h3>
      <Markdown
        text={page.text}
        topLevel={4}
        onNavigate={(href) => {
          const id = pageOfLink(href);
          if (id !== undefined) onShow(id);
        }}
      />
    </article>
  );
}
