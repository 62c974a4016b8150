export { apiInfo } from './api-info.ts';
export { addHealthRoutes } from './health-routes.ts';
export { addLandingPage } from './landing-page.ts';
export { addReferenceRoutes } from './openapi-route.ts';
