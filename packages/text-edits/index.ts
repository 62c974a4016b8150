export { diff, difference, diffLines, diffWords } from './diff.ts';
export { applyEdits, areValid, compose, type Edit, type Edits, transform } from './edits.ts';
export { mergeTexts } from './merge.ts';
