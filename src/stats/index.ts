export { rollUpCounts, startCountRollUpLoop } from './roll-up-counts.ts';
export { addRoutes } from './stats-routes.ts';
