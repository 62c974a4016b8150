export { addRoutes } from './routes.ts';
export { WebApp } from './web-app.ts';
