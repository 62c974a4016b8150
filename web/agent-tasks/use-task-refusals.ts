import type { AgentTaskItem } from '../../sdk/index.ts';
import { useMe, useProject } from '../replica/index.ts';
import { findTaskRefusals, type TaskRefusals } from './task-permissions.ts';

export const useTaskRefusals = (task: Pick<AgentTaskItem, 'createdById' | 'projectId'>): TaskRefusals =>
  findTaskRefusals(task, useMe(), useProject(task.projectId));
