import { m } from '../../messages/index.ts';
import { useSearch } from '../../router/index.ts';
import type { IgnoredTerm } from './filter-text.ts';
import { filterLabel } from './filter-words.ts';
import { listIgnoredValues } from './ignored-values.ts';

/** Says which typed terms, or values of the address, do not filter. */
export function IgnoredNotice({ typed }: { typed: readonly IgnoredTerm[] }) {
  const inAddress = listIgnoredValues(useSearch()).map(({ name, value }) => ({
    filter: filterLabel(name),
    value,
  }));
  const ignored = [...typed, ...inAddress];
  if (ignored.length === 0) return null;
  return (
    <p className="filter-ignored" role="status">
      {ignored.map(({ filter, value }) => m.filter.ignored(filter, value)).join(' ')}
    </p>
  );
}
