export { apiInfo } from './api-info.ts';
export { addHealthRoutes } from './health-routes.ts';
export { getInstanceInfo, InstanceInfo, type InstanceSettings } from './instance-info.ts';
export { sendLandingPage } from './landing-page.ts';
export { addRoutes } from './routes.ts';
