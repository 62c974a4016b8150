export { apiInfo } from './api-info.ts';
export { addRoutes } from './routes.ts';
