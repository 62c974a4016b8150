export { countProgress } from './forecast/flow-store.ts';
export {
  forecastProjects,
  type ProjectsForecastQuery as ForecastPeriod,
} from './forecast/forecast-projects.ts';
export { rollUpCounts, startCountRollUpLoop } from './roll-up-counts.ts';
export { addRoutes } from './stats-routes.ts';
export { ProjectsForecast, ProjectsForecastQuery } from './stats-schemas.ts';
