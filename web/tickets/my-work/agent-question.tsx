import type { AgentTaskItem } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextArea } from '../../parts/controls/text-area.tsx';
import { Avatar } from '../../parts/display/avatar.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useDraft, usePerson } from '../../replica/index.ts';
import { Link } from '../../router/index.ts';
import { answerQuestion } from './my-work-queries.ts';
import './agent-question.css';

/** A question of an agent, answered in place; the agent then continues. */
export function AgentQuestion({ task }: { task: AgentTaskItem }) {
  const agent = usePerson(task.lease?.userId ?? task.agentId);
  const draft = useDraft(`answer:${task.id}`);
  const name = agent?.name ?? m.work.someAgent;
  return (
    <article className="agent-question" aria-label={m.work.question(name)}>
      <header className="agent-question-head">
        <Avatar size="small" agent name={name} id={agent?.id} />
        <span className="agent-question-name">{m.work.question(name)}</span>
        {task.ticket && (
          <Link
            to="."
            search={{ ticket: task.ticket.key ?? task.ticket.id }}
            className="agent-question-ticket clipped"
          >
            {task.ticket.key} {task.ticket.title}
          </Link>
        )}
      </header>
      <p className="agent-question-text">{task.question}</p>
      <Form
        label={m.work.question(name)}
        className="agent-question-form"
        onSubmit={async () => {
          await answerQuestion(task.id, draft.text.trim());
          draft.clear();
          showToast({ text: m.work.answered });
        }}
      >
        <Field label={m.work.answer} name="answer" labelHidden required>
          <TextArea
            rows={1}
            placeholder={m.work.answerPlaceholder}
            value={draft.text}
            onChange={(event) => draft.setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        </Field>
        <Button type="submit" icon="send">
          {m.work.send}
        </Button>
      </Form>
    </article>
  );
}
