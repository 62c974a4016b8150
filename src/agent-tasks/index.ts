export {
  artifactTypes,
  failureTypes,
  questionKinds,
  reportTypes,
  type TaskSource,
  taskStates,
} from './agent-task.ts';
export { canReadTask, canSetAgentLimits, canWorkOnTask } from './agent-task-access.ts';
export { agentTaskEvents } from './agent-task-events.ts';
export { addRoutes } from './agent-task-routes.ts';
export { listPeopleOfTask } from './agent-task-store.ts';
export { readBudget } from './budgets/set-budget.ts';
export { applyWorkflowBudget } from './budgets/workflow-budget.ts';
export { predictedMax } from './collisions/collision.ts';
export * as predictions from './collisions/collision-store.ts';
export { releaseCollidingTasks } from './collisions/release-colliding-tasks.ts';
export { savePrediction } from './collisions/save-prediction.ts';
export { getTask, getTaskFor, type TaskDetails } from './get-task.ts';
export { holdBlockedTasks } from './holds/hold-blocked-tasks.ts';
export { listCurrentTasks } from './list-current-tasks.ts';
export { listTasks } from './list-tasks.ts';
export * as liveBranches from './live-branches/live-branch-store.ts';
export type { FileConflict } from './live-branches/merge-conflict.ts';
export {
  FileConflict as FileConflictSchema,
  TicketName as TicketNameSchema,
} from './live-branches/merge-schemas.ts';
export { sendMessage } from './messages/messages.ts';
export { presentTask, presentTaskItem } from './present-agent-task.ts';
export { answerTask, askUser } from './questions/ask-user.ts';
export { AnswerInput, Subject } from './questions/question-schemas.ts';
export { readTicketNames } from './read-ticket-names.ts';
export { createTask } from './starting/create-task.ts';
export { enqueueFollowUp, enqueueReviewFollowUp } from './starting/enqueue-follow-up.ts';
export { enqueueRecheck, recheckKind } from './starting/enqueue-recheck.ts';
export { enqueueTask, type NewTask } from './starting/enqueue-task.ts';
export { startHeldTaskLoop, startLeaseExpiryLoop, startTicketFollowingLoop } from './task-loops.ts';
export { moveTasksWithTicket } from './ticket-moves/move-with-ticket.ts';
export * as ticketWork from './ticket-work-store.ts';
export { UsageInput } from './usage/usage-schemas.ts';
export { countHeldTasks, findDueTasks } from './working/claim-store.ts';
export { claimTask, type GitAccess, type IssueGitAccess } from './working/claim-task.ts';
export { endWorkOfRemovedMembers } from './working/end-work-of-member.ts';
export { cancelTask, completeTask, failTask, heartbeatTask, releaseTask } from './working/finish-task.ts';
export { assertLease } from './working/lease.ts';
export {
  checkLease,
  type LeaseCheck,
  leaseEnded,
  recordPushes,
  recordRefusedPush,
} from './working/record-push.ts';
export { acceptReport, addArtifact, recordPullRequest, reportActivity } from './working/report-on-task.ts';
export { requestStop } from './working/stop-task.ts';
export type { ForWorker } from './working/worker-report.ts';
