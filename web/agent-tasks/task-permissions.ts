import type { AgentTaskItem, BootProject, Me } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';

type Task = Pick<AgentTaskItem, 'createdById' | 'projectId'>;
type Project = Pick<BootProject, 'may' | 'mayNot'>;

/** Why the reader cannot do something with a task; undefined if it is allowed. */
export interface TaskRefusals {
  /** Why the reader cannot stop the task, answer it or try it again. */
  manage: string | undefined;
  /** Why the reader cannot let a held task start. */
  unhold: string | undefined;
}

export function findTaskRefusals(
  task: Task,
  me: Pick<Me, 'id' | 'role'>,
  project: Project | undefined,
): TaskRefusals {
  return { manage: manageRefusal(task, me, project), unhold: unholdRefusal(task, me, project) };
}

function manageRefusal(task: Task, me: Pick<Me, 'id' | 'role'>, project: Project | undefined) {
  if (me.role === 'VIEWER') return m.agentTasks.readOnly;
  if (task.createdById === me.id || project?.may.createTask) return undefined;
  if (task.projectId === undefined && me.role === 'ADMIN') return undefined;
  return project?.mayNot.createTask ?? m.agentTasks.readOnly;
}

function unholdRefusal(task: Task, me: Pick<Me, 'id' | 'role'>, project: Project | undefined) {
  if (task.projectId === undefined) return me.role === 'ADMIN' ? undefined : m.agentTasks.readOnly;
  return project?.may.edit ? undefined : (project?.mayNot.edit ?? m.agentTasks.readOnly);
}
