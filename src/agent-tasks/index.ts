export { type PullRequestRef, parsePullRequestUrl, type TaskSource } from './agent-task.ts';
export { agentTaskEvents } from './agent-task-events.ts';
export { addAgentTaskRoutes } from './agent-task-routes.ts';
export { addAgentWorkRoutes } from './agent-work-routes.ts';
export { type Enqueued, type EnqueueSettings, enqueueTask, type NewTask } from './enqueue-task.ts';
export { startTaskKeeper } from './start-task-keeper.ts';
export { type FollowUp, wakeFollowUp } from './wake-follow-up.ts';
