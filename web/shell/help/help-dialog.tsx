import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { Failure } from '../../parts/display/failure.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { Dialog } from '../../parts/popups/dialog.tsx';
import { Link, usePathname } from '../../router/index.ts';
import { HelpArticle } from './help-article.tsx';
import { fittingPage, helpPath } from './help-pages.ts';
import { helpQuery } from './help-query.ts';
import { HelpSearch } from './help-search.tsx';
import { KeyMap } from './key-map.tsx';
import './help.css';

/** The page of the guide that fits the screen below it, the keys of that screen, and a search over all pages. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.help.title}
      size="large"
      place="top"
      className="help-dialog"
    >
      <Help onClose={onClose} />
    </Dialog>
  );
}

function Help({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('');
  const [shown, setShown] = useState<string>();
  const fit = fittingPage(usePathname());
  const { data: pages = [], error, refetch } = useQuery(helpQuery);
  const page = pages.find(({ id }) => id === (shown ?? fit));
  const show = (href: string) => {
    setShown(href.slice(helpPath.length + 1).replace(/#.*$/, ''));
    setText('');
  };
  return (
    <HelpSearch pages={pages} text={text} onType={setText} onOpen={show}>
      <nav aria-label={m.help.guide} className="help-pages">
        <Link to="/help" className="button button-quiet" onClick={onClose}>
          <Icon name="book" />
          {m.help.all}
        </Link>
        <a className="button button-quiet" href="/reference" target="_blank" rel="noreferrer">
          <Icon name="external" />
          {m.help.reference}
        </a>
        {m.help.language && <span className="quiet">{m.help.language}</span>}
      </nav>
      {error && <Failure small error={error} retry={() => void refetch()} />}
      <div className="help-columns">
        {page && <HelpArticle page={page} level={3} onShow={show} />}
        <KeyMap />
      </div>
    </HelpSearch>
  );
}
