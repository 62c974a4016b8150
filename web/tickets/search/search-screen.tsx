import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Failure } from '../../parts/display/failure.tsx';
import { Notice } from '../../parts/display/notice.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { changeSettings, personalSettings, useSetting } from '../../parts/personal-settings.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { parseFilterText } from '../filter/filter-text.ts';
import { useVocabulary } from '../filter/use-vocabulary.ts';
import { DisplayMenu } from '../list/display-menu.tsx';
import { ShareMenu } from '../list/share-menu.tsx';
import { TicketList, type TicketListProps } from '../list/ticket-list.tsx';
import { type TicketGroups, useTicketGroups } from '../list/use-ticket-groups.ts';
import {
  isFiltered,
  type TicketSearch,
  toViewQuery,
  usualOrder,
  withoutFilter,
  withoutFilters,
} from '../ticket-search.ts';
import { useTicketSearch } from '../use-ticket-search.ts';
import { Excerpt } from './excerpt.tsx';
import { excerptsQuery, isRanked, rankedQuery } from './search-queries.ts';
import './search-screen.css';

/** `/search`: full text over every project, ranked by the server; with other filters or an order, a list. */
export function SearchScreen() {
  const { search, setSearch } = useTicketSearch();
  const shown = useDeferredValue(search);
  const input = useRef<HTMLInputElement>(null);
  // The address has the words without outer spaces, which a person who types needs.
  const [typed, setTyped] = useState<string>();
  const [count, setCount] = useState<number>();
  useEffect(() => input.current?.focus(), []);
  const vocabulary = useVocabulary(undefined);
  // The filters that were there before the person began to type.
  const before = useRef<TicketSearch>({});
  // Words that are read already: one in quotes is no filter.
  const ownWords = useRef<string>(undefined);
  const type = (text: string) => {
    if (typed === undefined) before.current = withoutFilter(search, 'search');
    setTyped(text);
    const parsed = parseFilterText(text, vocabulary);
    const { search: found, ...filters } = parsed.search;
    // A filter whose value is not known is searched for as it is written.
    const unknown = parsed.ignored.map(({ filter, value }) => `${filter}:${value}`);
    const words = [found, ...unknown].filter(Boolean).join(' ');
    ownWords.current = words;
    setSearch({ ...before.current, ...filters, ...(words && { search: words }) }, { replace: true });
  };
  // A text that comes with the address, as from the palette, may have filters too.
  useEffect(() => {
    if (typed !== undefined || !search.search || search.search === ownWords.current) return;
    const { search: words, ...filters } = parseFilterText(search.search, vocabulary).search;
    ownWords.current = words;
    if (Object.keys(filters).length === 0) return;
    const rest = withoutFilter(search, 'search');
    setSearch({ ...rest, ...filters, ...(words && { search: words }) }, { replace: true });
  });
  const results = { shown, onCount: setCount, onClear: () => setSearch(withoutFilters(search)) };
  return (
    <Screen
      title={m.search.title}
      bar={
        <TextInput
          ref={input}
          type="search"
          look="large"
          icon="search"
          className="search-field"
          aria-label={m.search.label}
          placeholder={m.search.placeholder}
          value={typed ?? search.search ?? ''}
          onBlur={() => {
            setTyped(undefined);
            remember(search.search);
          }}
          onKeyDown={({ key, nativeEvent }) => {
            if (key !== 'Enter' || nativeEvent.isComposing) return;
            // What was read as a filter is a chip then.
            setTyped(undefined);
            remember(search.search);
          }}
          onChange={({ target }) => type(target.value)}
        />
      }
    >
      {!isFiltered(shown) ? (
        <>
          <EmptyState icon="search" title={m.search.start} text={m.search.startText} />
          <RecentSearches onChoose={(words) => setSearch({ ...search, search: words })} />
        </>
      ) : (
        <>
          <div className="search-filters">
            <FilterBar
              // The words have a field of their own.
              search={withoutFilter(search, 'search')}
              onChange={(next, options) =>
                setSearch({ ...(search.search && { search: search.search }), ...next }, options)
              }
              count={count}
            >
              <DisplayMenu search={search} onChange={setSearch} defaults={{ groupBy: 'none' }} />
              <ShareMenu search={search} name={m.search.title} />
            </FilterBar>
          </div>
          {isRanked(shown) ? <Ranked {...results} /> : <Listed {...results} />}
        </>
      )}
    </Screen>
  );
}

const shortestRemembered = 2;
function remember(words: string | undefined): void {
  const text = words?.trim().slice(0, 300) ?? '';
  if (text.length >= shortestRemembered && personalSettings.get().recentSearches[0] !== text)
    changeSettings({ recentSearches: { add: [text] } });
}

/** What the person searched for last, on any device. */
function RecentSearches({ onChoose }: { onChoose: (words: string) => void }) {
  const recent = useSetting('recentSearches');
  if (recent.length === 0) return null;
  return (
    <section className="search-recent" aria-label={m.search.recent}>
      <h2>{m.search.recent}</h2>
      <ul>
        {recent.map((words) => (
          <li key={words}>
            <Button look="quiet" icon="history" onClick={() => onChoose(words)}>
              {words}
            </Button>
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={() => changeSettings({ recentSearches: { remove: [...recent] } })}>
        {m.search.forgetRecent}
      </Button>
    </section>
  );
}

interface ResultsProps {
  shown: TicketSearch;
  /** Reports the number of matches. The filters stay mounted, whichever way the tickets are found. */
  onCount: (count: number | undefined) => void;
  onClear: () => void;
}

function Ranked(props: ResultsProps) {
  const query = useInfiniteQuery(rankedQuery(props.shown));
  const { data: excerpts } = useQuery(excerptsQuery(props.shown));
  const after = useMemo(() => {
    const elements = new Map(
      [...(excerpts ?? [])].map(([id, snippet]) => [id, <Excerpt key={id} snippet={snippet} />]),
    );
    return (id: string) => elements.get(id);
  }, [excerpts]);
  const { data, error, refetch, isPending, hasNextPage, isFetching, fetchNextPage } = query;
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (isPending) return <Skeleton rows={12} />;
  const ids = [...new Set(data.pages.flatMap((page) => page.data.map(({ id }) => id)))];
  const total = hasNextPage ? (data.pages[0]?.pagination.total ?? 0) : ids.length;
  const loadMore = () => void (hasNextPage && !isFetching && fetchNextPage());
  const tickets: TicketGroups = {
    groups: [{ value: 'none', name: '', ids, total, loadMore }],
    total,
    count: total,
    state: 'ready',
    newer: 0,
    showNewer: () => {},
    retry: () => {},
  };
  return (
    <>
      {data.pages[0]?.index && <Notice look="info">{m.search.indexing}</Notice>}
      <Results {...props} tickets={tickets} after={after} />
    </>
  );
}

function Listed(props: ResultsProps) {
  const { shown } = props;
  const sort = shown.sort ?? 'updatedAt';
  const query = toViewQuery({ ...shown, sort, order: shown.order ?? usualOrder(sort) });
  const tickets = useTicketGroups(query, shown.groupBy ?? 'none');
  return <Results {...props} tickets={tickets} />;
}

interface ListedProps extends ResultsProps {
  tickets: TicketGroups;
  after?: TicketListProps['after'];
}

function Results({ shown, onCount, onClear, tickets, after }: ListedProps) {
  useEffect(() => onCount(tickets.count), [onCount, tickets.count]);
  return (
    <TicketList
      tickets={tickets}
      groupBy={shown.groupBy ?? 'none'}
      search={shown}
      scope="search"
      {...(after && { after })}
      empty={
        <EmptyState
          icon="search"
          title={m.search.nothing}
          action={<Button onClick={onClear}>{m.tickets.empty.clear}</Button>}
        />
      }
    />
  );
}
