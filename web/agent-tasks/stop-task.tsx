import { useState } from 'react';
import type { AgentTaskItem } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button, type ButtonProps } from '../parts/controls/button.tsx';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { cancelTask, stopTask } from './change-task.ts';

interface StopTaskProps extends Pick<ButtonProps, 'look' | 'className'> {
  task: Pick<AgentTaskItem, 'id' | 'title' | 'lease'>;
  /** Why the reader cannot stop it. */
  mayNot?: string | undefined;
}

/** Stops a task. One that an agent works on can end in order or at once; any other is cancelled. */
export function StopTask({ task, mayNot, ...look }: StopTaskProps) {
  const [isSending, setSending] = useState(false);
  const run = (change: (id: string) => Promise<unknown>) => () => {
    setSending(true);
    void change(task.id).finally(() => setSending(false));
  };
  const button = {
    ...look,
    icon: 'stop',
    busy: isSending,
    disabled: mayNot ?? false,
    'aria-label': m.agentTasks.stopNamed(task.title),
    children: m.agentTasks.stop,
  } as const;
  if (!task.lease || mayNot !== undefined) return <Button {...button} onClick={run(cancelTask)} />;
  return (
    <Menu
      label={m.agentTasks.stopNamed(task.title)}
      align="end"
      trigger={<Button {...button} iconEnd="chevron-down" />}
    >
      <MenuItem icon="pause" onSelect={run(stopTask)}>
        {m.agentTasks.stopInOrder}
        <span className="menu-item-reason">{m.agentTasks.stopInOrderText}</span>
      </MenuItem>
      <MenuItem icon="stop" danger onSelect={run(cancelTask)}>
        {m.agentTasks.cancel}
        <span className="menu-item-reason">{m.agentTasks.cancelText}</span>
      </MenuItem>
    </Menu>
  );
}
