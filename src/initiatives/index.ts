export { initiativeEvents } from './initiative-events.ts';
export { addRoutes } from './initiative-routes.ts';
