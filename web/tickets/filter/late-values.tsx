import { lateList } from '../list/late-list.ts';
import type { FilterValuesProps } from './filter-values.tsx';

/** Rendered when the popover is open. */
export function LateValues(props: FilterValuesProps) {
  const late = lateList.use(true);
  return late && <late.FilterValues {...props} />;
}
