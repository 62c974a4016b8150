import { useQuery } from '@tanstack/react-query';
import type { AgentTaskItem } from '../../sdk/index.ts';
import { api, queryClient } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { useDraft } from '../replica/index.ts';
import './task-messages.css';
import { taskQueries } from './task-queries.ts';

interface TaskMessagesProps {
  task: Pick<AgentTaskItem, 'id' | 'title' | 'state'>;
  agent: string;
  /** Why the reader cannot write to the agent. */
  mayNot?: string | undefined;
}

/** What people told the agent while it works, whether it has read it, and the box for the next message. */
export function TaskMessages({ task, agent, mayNot }: TaskMessagesProps) {
  const { data: messages = [] } = useQuery(taskQueries.messages(task.id));
  const isRunning = task.state === 'in_progress';
  if (messages.length === 0 && !isRunning) return null;
  return (
    <div className="task-messages">
      {messages.length > 0 && (
        <ol className="task-messages-list" aria-label={m.agentTasks.messages} aria-live="polite">
          {messages.map(({ id, from, text, state, createdAt }) => (
            <li key={id} className="task-message">
              <Icon name="send" />
              <div>
                <span className="task-message-from">{from.name}</span>
                <Markdown text={text} />
              </div>
              <span className="task-message-state">
                {state === 'read' && <Icon name="check" />}
                {m.agentTasks.messageStates[state]} <RelativeTime at={createdAt} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {isRunning && mayNot === undefined && <ToAgent task={task} agent={agent} />}
    </div>
  );
}

function ToAgent({ task: { id: taskId, title }, agent }: Pick<TaskMessagesProps, 'task' | 'agent'>) {
  const draft = useDraft(`message:${taskId}`);
  const label = m.agentTasks.toAgent(agent);
  const send = async () => {
    await api.sendAgentTaskMessage({ params: { id: taskId }, body: { text: draft.text.trim() } });
    draft.clear();
    await queryClient.invalidateQueries(taskQueries.messages(taskId));
  };
  return (
    <Form label={`${label}: ${title}`} className="to-agent" onSubmit={send}>
      <Field label={label} name="text" labelHidden>
        <TextArea
          rows={1}
          placeholder={m.agentTasks.toAgentPlaceholder(agent)}
          value={draft.text}
          onChange={({ target }) => draft.setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
      <Button
        type="submit"
        icon="send"
        disabled={draft.text.trim() === ''}
        keys="Mod+Enter"
        tooltip={m.agentTasks.toAgentHint}
      >
        {m.agentTasks.sendMessage}
      </Button>
    </Form>
  );
}
