import { type ReactNode, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { KeyHint } from '../../parts/display/key-hint.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { useKeys } from '../../parts/keys/keys.ts';
import { lateList } from '../list/late-list.ts';
import { type FilterName, isFiltered, type TicketSearch, withoutFilters } from '../ticket-search.ts';
import { AddFilter } from './add-filter.tsx';
import { FilterChip } from './filter-chip.tsx';
import { FilterInput } from './filter-input.tsx';
import { formatFilterText, type IgnoredTerm, parseFilterText } from './filter-text.ts';
import { describeFilters } from './filter-words.ts';
import { useVocabulary } from './use-vocabulary.ts';
import './filter-bar.css';

export interface FilterBarProps {
  search: TicketSearch;
  onChange: (search: TicketSearch, options?: { replace?: boolean }) => void;
  projectId?: string | undefined;
  /** The number of tickets that match. */
  count?: number | undefined;
  /** Beside *Clear*: saves what is shown as a view. */
  save?: ReactNode;
  /** Shown at the end of the bar: display, share. */
  children?: ReactNode;
}

/**
 * The filters of a view. At rest they are chips; while they are edited they are a text with the same meaning. Both are
 * stored in the address.
 */
export function FilterBar({ search, onChange, projectId, count, save, children }: FilterBarProps) {
  const vocabulary = useVocabulary(projectId);
  const [text, setText] = useState<string>();
  const [ignored, setIgnored] = useState<IgnoredTerm[]>([]);
  /** A condition of the query language that is being written. */
  const [written, setWritten] = useState<{ text: string; caret: number }>();
  const late = lateList.use(written !== undefined || search.filter !== undefined);
  const isTyping = text !== undefined || written !== undefined;

  const edit = () => {
    const terms = formatFilterText(search, vocabulary);
    setText(terms ? `${terms} ` : '');
    setIgnored([]);
  };
  useKeys([{ keys: '/', name: m.filter.focus, group: 'lists', run: edit }]);

  const setCondition = (filter: string | undefined) => {
    const { filter: _, ...rest } = search;
    onChange(filter === undefined ? rest : { ...rest, filter }, { replace: true });
  };
  const writeCondition = (added = '', caret = added.length) => {
    const { filter } = search;
    const kept = filter && added ? `(${filter}) and ` : (filter ?? '');
    setWritten({ text: kept + added, caret: kept.length + caret });
  };
  // The text of terms cannot express the query language, so its chip stays.
  const condition = search.filter === undefined ? {} : { filter: search.filter };
  const type = (next: string, unfinished: { from: number; to: number } | undefined) => {
    setText(next);
    // The beginning of a filter's name is not a search word.
    const finished = unfinished ? next.slice(0, unfinished.from) + next.slice(unfinished.to) : next;
    const parsed = parseFilterText(finished, vocabulary);
    onChange(
      { ...withoutFilters(search), ...condition, ...parsed.search },
      { replace: text !== undefined && text.trim() !== '' },
    );
  };
  const done = () => {
    if (text === undefined) return;
    const parsed = parseFilterText(text, vocabulary);
    setIgnored(parsed.ignored);
    onChange({ ...withoutFilters(search), ...condition, ...parsed.search }, { replace: true });
    setText(undefined);
  };
  const splitCondition = (whole: string, from: number, caret: number) => {
    const parsed = parseFilterText(whole.slice(0, from), vocabulary);
    onChange({ ...withoutFilters(search), ...condition, ...parsed.search }, { replace: true });
    setText(undefined);
    writeCondition(whole.slice(from), caret);
  };
  const change = (next: TicketSearch) => {
    setIgnored([]);
    onChange(next);
  };
  const without: FilterName[] = [
    ...(projectId ? (['project', 'workspace'] as const) : (['group', 'milestone'] as const)),
    ...(!vocabulary.ownStatuses?.length ? (['ownStatus'] as const) : []),
  ];

  return (
    <search className="filter-bar" aria-label={m.filter.label}>
      {late && written ? (
        <late.ConditionInput
          start={written}
          filter={search.filter}
          onChange={setCondition}
          onDone={() => setWritten(undefined)}
        />
      ) : text !== undefined ? (
        <FilterInput
          text={text}
          onText={type}
          onCondition={splitCondition}
          vocabulary={vocabulary}
          onDone={done}
        />
      ) : (
        <>
          <button type="button" className="filter-start" aria-description={m.filter.edit} onClick={edit}>
            <Icon name="filter" />
            <span>{m.filter.placeholder}</span>
            <KeyHint keys="/" />
          </button>
          {isFiltered(search) && (
            <div className="filter-chips">
              {describeFilters(search, vocabulary).map((words) => (
                <FilterChip
                  key={words.name}
                  words={words}
                  search={search}
                  vocabulary={vocabulary}
                  onChange={change}
                  onEditText={words.name === 'filter' ? () => writeCondition() : edit}
                />
              ))}
              <Button look="quiet" className="filter-clear" onClick={() => change(withoutFilters(search))}>
                {m.filter.clear}
              </Button>
            </div>
          )}
          {save}
          <AddFilter
            search={search}
            vocabulary={vocabulary}
            without={without}
            onChange={change}
            onCondition={writeCondition}
          />
        </>
      )}
      <span className="filter-bar-end">
        {count !== undefined && (
          <span className="filter-count figures" role="status">
            {m.filter.count(count)}
          </span>
        )}
        {children}
      </span>
      {late && search.filter && !isTyping && <late.BroughtProblem filter={search.filter} />}
      {late && !isTyping && <late.IgnoredNotice typed={ignored} />}
    </search>
  );
}
