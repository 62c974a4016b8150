export { agentTaskQueries } from './agent-task-queries.ts';
export { AnswerQuestion } from './answer-question.tsx';
export { GiveToAgent } from './give-to-agent.tsx';
export { TaskArtifacts } from './task-artifacts.tsx';
export { TaskCard } from './task-card.tsx';
export { columnIcons, groupTasks, type TaskColumn, taskColumn, taskColumns } from './task-columns.ts';
export { isOver, leaseLengthMs, shownState } from './task-state.ts';
export { TaskStateBadge } from './task-state-badge.tsx';
export { TaskSteps } from './task-steps.tsx';
