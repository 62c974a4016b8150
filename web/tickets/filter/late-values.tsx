import type { FilterValuesProps } from './filter-values.tsx';
import { lateFilter } from './late-filter.ts';

/** Rendered when the popover is open. */
export function LateValues(props: FilterValuesProps) {
  const late = lateFilter.use(true);
  return late && <late.FilterValues {...props} />;
}
