import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Failure } from '../../parts/display/failure.tsx';
import { Notice } from '../../parts/display/notice.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { FilterBar } from '../filter/filter-bar.tsx';
import { DisplayMenu } from '../list/display-menu.tsx';
import { ShareMenu } from '../list/share-menu.tsx';
import { TicketList } from '../list/ticket-list.tsx';
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
import { isRanked, rankedQuery } from './search-queries.ts';
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
          onBlur={() => setTyped(undefined)}
          onChange={({ target }) => {
            setTyped(target.value);
            setSearch(
              target.value.trim() ? { ...search, search: target.value } : withoutFilter(search, 'search'),
              { replace: true },
            );
          }}
        />
      }
    >
      {!isFiltered(shown) ? (
        <EmptyState icon="search" title={m.search.start} text={m.search.startText} />
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

interface ResultsProps {
  shown: TicketSearch;
  /** Reports the number of matches. The filters stay mounted, whichever way the tickets are found. */
  onCount: (count: number | undefined) => void;
  onClear: () => void;
}

function Ranked(props: ResultsProps) {
  const query = useInfiniteQuery(rankedQuery(props.shown));
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
      <Results {...props} tickets={tickets} />
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

function Results({ shown, onCount, onClear, tickets }: ResultsProps & { tickets: TicketGroups }) {
  useEffect(() => onCount(tickets.count), [onCount, tickets.count]);
  return (
    <TicketList
      tickets={tickets}
      groupBy={shown.groupBy ?? 'none'}
      search={shown}
      scope="search"
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
