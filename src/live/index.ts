export { addRoutes } from './live-routes.ts';
