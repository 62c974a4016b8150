import type { AgentTaskItem } from '../../sdk/index.ts';
import { Badge } from '../parts/display/badge.tsx';
import { stateLabel, stateLook } from './task-state.ts';

export function TaskStateBadge({ task }: { task: Pick<AgentTaskItem, 'state' | 'heldReason'> }) {
  return <Badge look={stateLook(task)}>{stateLabel(task)}</Badge>;
}
