export {
  artifactTypes,
  reportTypes,
  type TaskSource,
  taskStates,
} from './agent-task.ts';
export { agentTaskEvents } from './agent-task-events.ts';
export { addRoutes } from './agent-task-routes.ts';
export { listPeopleOfTask } from './agent-task-store.ts';
export { askUser } from './ask-user.ts';
export { countHeldTasks, findDueTasks } from './claim-store.ts';
export { claimTask } from './claim-task.ts';
export { createTask } from './create-task.ts';
export { enqueueFollowUp } from './enqueue-follow-up.ts';
export { enqueueTask, type NewTask } from './enqueue-task.ts';
export { completeTask, failTask, heartbeatTask, releaseTask } from './finish-task.ts';
export type { TaskDetails } from './get-task.ts';
export { listCurrentTasks } from './list-current-tasks.ts';
export { listTasks } from './list-tasks.ts';
export { moveTasksWithTicket } from './move-with-ticket.ts';
export { presentTask, presentTaskItem } from './present-agent-task.ts';
export { addArtifact, reportActivity } from './report-on-task.ts';
export { startHeldTaskLoop, startLeaseExpiryLoop, startTicketFollowingLoop } from './task-loops.ts';
