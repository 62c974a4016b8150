export { startCountRollUpLoop } from './count-roll-up-loop.ts';
export { rollUpCounts } from './roll-up-counts.ts';
export { addStatsRoutes } from './stats-routes.ts';
