export { statsKey } from './stats-queries.ts';
