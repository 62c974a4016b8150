export { type PullRequestRef, parsePullRequestUrl, type TaskSource } from './agent-task.ts';
export { agentTaskEvents } from './agent-task-events.ts';
export { type Enqueued, type EnqueueSettings, enqueueTask, type NewTask } from './enqueue-task.ts';
export { type FollowUp, wakeFollowUp } from './wake-follow-up.ts';
