export { createDemoIn, removeDemoIn } from './demo.ts';
export { addRoutes } from './demo-routes.ts';
