export { addRoutes } from './boot-routes.ts';
