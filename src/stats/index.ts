export { startCountRollUpLoop } from './count-roll-up-loop.ts';
export { rollUpCounts } from './roll-up-counts.ts';
export { addRoutes } from './stats-routes.ts';
