export { addRoutes } from './routes.ts';
