export { startMergeLoop } from './merges/merge-loop.ts';
export { startPredictionLoop } from './predictions/prediction-loop.ts';
export { startLocalTagLoop, startReleaseLoop } from './releases/release-loop.ts';
export { addRoutes } from './routes.ts';
export { startWorkflowLoop } from './workflow/workflow-loop.ts';
