export { listCriteriaWithEvidence } from './criteria.ts';
export { evidenceLimits, reportedKinds } from './evidence.ts';
export { evidenceEvents } from './evidence-events.ts';
export { followCriteria, followPushes } from './follow-pushes.ts';
export { type HeadMove, moveHead } from './move-head.ts';
export { recordHostCheck, sweepCommitChecks } from './record-host-check.ts';
export { reportEvidence } from './report-evidence.ts';
export { addRoutes } from './routes.ts';
