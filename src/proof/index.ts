export { listCriteriaWithEvidence } from './criteria.ts';
export { evidenceLimits, reportedKinds } from './evidence.ts';
export { evidenceEvents } from './evidence-events.ts';
export { followPushes } from './follow-pushes.ts';
export { reportEvidence } from './report-evidence.ts';
export { addRoutes } from './routes.ts';
