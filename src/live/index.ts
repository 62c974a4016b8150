export { addLiveRoutes } from './live-routes.ts';
