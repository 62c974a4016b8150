export { applyCompletion, completeFilter } from './complete-filter.ts';
export { FilterValues } from './filter-values.tsx';
