export { startMergeLoop } from './merges/merge-loop.ts';
export { startPredictionLoop } from './predictions/prediction-loop.ts';
export { startLocalPushLoop } from './rechecks/follow-local-pushes.ts';
export { startLocalTagLoop, startReleaseLoop } from './releases/release-loop.ts';
export { addRoutes } from './routes.ts';
export { startWorkflowLoop } from './workflow/workflow-loop.ts';
