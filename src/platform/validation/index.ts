export { coercingAjv, strictAjv } from './ajv.ts';
export { assertShallow } from './assert-shallow.ts';
export { describeUnknownFields, separateInput } from './declared-input.ts';
export { describeProblems } from './describe-problems.ts';
export { fieldLabel } from './field-label.ts';
export { parseInput } from './parse-input.ts';
