export { apiInfo } from './api-info.ts';
export { addHealthRoutes } from './health-routes.ts';
export { getInstanceInfo, type InfoSettings, InstanceInfo } from './instance-info.ts';
export { instanceEvents } from './instance-settings-events.ts';
export { sendLandingPage } from './landing-page.ts';
export { addRoutes } from './routes.ts';
