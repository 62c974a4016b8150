export { addRoutes } from './routes.ts';
export { startWorkflowLoop } from './workflow/workflow-loop.ts';
