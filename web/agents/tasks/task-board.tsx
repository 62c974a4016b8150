import { useState } from 'react';
import type { AgentTaskItem } from '../../../sdk/index.ts';
import { columnIcons, groupTasks, type TaskColumn, taskColumns } from '../../agent-tasks/index.ts';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { TaskBoardCard } from './task-board-card.tsx';
import './task-board.css';

/** The tasks of all agents by state. On a phone one column at a time, chosen above it. */
export function TaskBoard({
  tasks,
  openId,
}: {
  tasks: readonly AgentTaskItem[];
  openId: string | undefined;
}) {
  const columns = groupTasks(tasks);
  const [chosen, choose] = useState<TaskColumn>(() => firstOfInterest(columns));
  return (
    <div className="task-board">
      <fieldset className="task-board-choice">
        <legend className="said">{m.agentTasks.board}</legend>
        {taskColumns.map((column) => (
          <label key={column} className="task-board-choice-option">
            <input
              type="radio"
              className="said"
              name="task-column"
              checked={column === chosen}
              onChange={() => choose(column)}
            />
            <Icon name={columnIcons[column]} />
            <span className="task-board-choice-name">{m.agentTasks.states[column]}</span>
            <span className="task-board-count figures">{columns[column].length}</span>
          </label>
        ))}
      </fieldset>
      <div className="task-board-columns">
        {taskColumns.map((column) => (
          <section
            key={column}
            className={classes('task-board-column', column !== chosen && 'task-board-column-other')}
            aria-label={m.agentTasks.states[column]}
          >
            <header className={`task-board-head task-board-head-${column}`}>
              <Icon name={columnIcons[column]} />
              <h3 className="task-board-name">{m.agentTasks.states[column]}</h3>
              <span className="task-board-count figures">
                <span aria-hidden="true">{columns[column].length}</span>
                <span className="said">{m.agentTasks.columnOf(columns[column].length)}</span>
              </span>
            </header>
            <ul className="task-board-list" aria-label={m.agentTasks.states[column]}>
              {columns[column].map((task) => (
                <TaskBoardCard key={task.id} task={task} isOpen={task.id === openId} />
              ))}
            </ul>
            {columns[column].length === 0 && <p className="task-board-none">{m.agentTasks.noneIn}</p>}
          </section>
        ))}
      </div>
    </div>
  );
}

/** A phone begins with the tasks that need a person, then those in progress. */
const firstOfInterest = (columns: Record<TaskColumn, readonly unknown[]>): TaskColumn =>
  (['waiting_for_user', 'in_progress', 'held', 'queued', 'failed', 'completed'] as const).find(
    (column) => columns[column].length > 0,
  ) ?? 'in_progress';
