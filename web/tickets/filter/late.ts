export { applyCompletion, completeFilter } from './complete-filter.ts';
export { ConditionInput } from './condition-input.tsx';
export { BroughtProblem } from './condition-problem.tsx';
export { FilterChoices } from './filter-choices.tsx';
export { FilterValues } from './filter-values.tsx';
export { findCondition } from './find-condition.ts';
export { SuggestionList } from './suggestion-list.tsx';
