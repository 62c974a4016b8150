import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Failure } from '../../parts/display/failure.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { useKeys } from '../../parts/keys/keys.ts';
import { Link, openHref, usePathname } from '../../router/index.ts';
import { HelpArticle, useAnchor } from './help-article.tsx';
import { groupPages, type HelpGroup, type HelpPage, helpPath, hrefOfPage } from './help-pages.ts';
import { helpQuery } from './help-query.ts';
import { HelpSearch } from './help-search.tsx';
import './help.css';

/** `/help` and below: every page, beside the list of pages and the search. */
export function HelpScreen() {
  const id = usePathname().slice(helpPath.length + 1);
  const { data: pages, error, refetch } = useQuery(helpQuery);
  const [text, setText] = useState('');
  const body = useRef<HTMLDivElement>(null);
  const page = pages?.find((each) => each.id === (id === '' ? 'guide' : id));
  useAnchor(page);
  useKeys([{ keys: '/', name: m.help.search, run: () => body.current?.querySelector('input')?.focus() }]);
  return (
    <Screen title={page ? `${page.title} · ${m.help.title}` : m.help.title} className="help-screen">
      <div ref={body} className="help-body" key={page?.id}>
        <div className="help-column">
          <HelpSearch
            pages={pages ?? []}
            text={text}
            onType={setText}
            onOpen={(href) => {
              setText('');
              void openHref(href);
            }}
          >
            {error && <Failure error={error} retry={() => void refetch()} />}
            {!pages && !error && <Skeleton rows={10} />}
            {pages && (page ? <HelpArticle page={page} level={2} /> : <p>{m.help.missing}</p>)}
          </HelpSearch>
        </div>
        {pages && <HelpContents pages={pages} shown={page?.id} />}
      </div>
    </Screen>
  );
}

function HelpContents({ pages, shown }: { pages: readonly HelpPage[]; shown: string | undefined }) {
  return (
    <nav className="help-contents" aria-label={m.help.guide}>
      {m.help.language && <p className="quiet">{m.help.language}</p>}
      {groupPages(pages, m.help).map((group) => (
        <details key={group.name} open={!isLong(group) || group.pages.some(({ id }) => id === shown)}>
          <summary>{group.name}</summary>
          <ul lang="en">
            {group.pages.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={hrefOfPage(id) as string}
                  className="help-link"
                  aria-current={id === shown ? 'page' : undefined}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <a href="/reference" className="help-link">
        {m.help.reference}
      </a>
    </nav>
  );
}

/** Pages for programs and operators are folded until one of them is open. */
const isLong = ({ name }: HelpGroup) => name === m.help.api || name === m.help.more;
