export { applyCompletion, completeFilter } from '../filter/complete-filter.ts';
export { ConditionInput } from '../filter/condition-input.tsx';
export { BroughtProblem } from '../filter/condition-problem.tsx';
export { FilterChoices } from '../filter/filter-choices.tsx';
export { FilterValues } from '../filter/filter-values.tsx';
export { findCondition } from '../filter/find-condition.ts';
export { SuggestionList } from '../filter/suggestion-list.tsx';
export { SelectionTools } from './selection-tools.tsx';
export { ShareItems } from './share-items.tsx';
