import type { KeyboardEvent } from 'react';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { useKeys } from '../parts/keys/keys.ts';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { useDraft } from '../replica/index.ts';
import { answerTask } from './answer-task.ts';
import { ApproveOrReject, readDecision } from './approve-or-reject.tsx';
import { QuestionButtons } from './question-buttons.tsx';
import { QuestionInput } from './question-fields.tsx';
import { type QuestionField, readDraft, readValues } from './question-form.ts';
import { type AskingTask, readQuestion } from './task-question.ts';
import './answer-question.css';

export interface AnswerQuestionProps {
  task: AskingTask;
  /** The name of the agent that asks. */
  agent: string;
  /** Why the reader cannot answer; shows the question alone. */
  mayNot?: string | undefined;
}

/** An agent's question, answered in place: in words, by buttons, in a form, or by an approval. The agent continues then. */
export function AnswerQuestion({ task, agent, mayNot }: AnswerQuestionProps) {
  const question = readQuestion(task);
  const fields =
    question.kind === 'form' ? question.fields : question.kind === 'choice' ? [question.field] : [];
  const name = question.kind === 'approval' ? m.agentTasks.asksForApproval(agent) : m.agentTasks.asks(agent);
  // What is typed stays until the server has it.
  const draft = useDraft(`answer:${task.id}`);
  useKeys([{ keys: 'q', name: m.agentTasks.goToQuestion, group: 'ticket', run: focusNextQuestion }]);

  async function send(values: FormData) {
    if (await answerTask(task.id, bodyOf(values))) draft.clear();
  }
  function bodyOf(values: FormData) {
    if (question.kind === 'text') return { answer: textOf(values, 'answer').trim() };
    if (question.kind === 'approval') {
      return readDecision(values);
    }
    return { values: readValues(fields, values) };
  }

  return (
    <Form className="answer-question" label={`${name}: ${task.title}`} onSubmit={send}>
      <div className="answer-question-text">
        <Icon name={question.kind === 'approval' ? 'shield' : 'question'} />
        <div>
          <p className="answer-question-who">{name}</p>
          <Markdown text={task.question ?? ''} />
        </div>
      </div>
      {mayNot !== undefined ? null : question.kind === 'approval' ? (
        <ApproveOrReject task={task} draft={draft} />
      ) : question.kind === 'choice' ? (
        <QuestionButtons field={question.field} />
      ) : question.kind === 'form' ? (
        <>
          <QuestionInputs fields={fields} draft={draft} />
          <SendAnswer />
        </>
      ) : (
        <AnswerInWords draft={draft} />
      )}
    </Form>
  );
}

type Draft = ReturnType<typeof useDraft>;

function QuestionInputs({ fields, draft }: { fields: readonly QuestionField[]; draft: Draft }) {
  const typed = readDraft(draft.text);
  return fields.map((field) => (
    <QuestionInput
      key={field.name}
      field={field}
      value={typed[field.name] ?? field.initial}
      onChange={(value) => draft.setText(JSON.stringify({ ...typed, [field.name]: value }))}
    />
  ));
}

function AnswerInWords({ draft }: { draft: Draft }) {
  return (
    <>
      <Field label={m.agentTasks.answer} name="answer" labelHidden>
        <TextArea
          rows={2}
          placeholder={m.agentTasks.answer}
          value={draft.text}
          onChange={(event) => draft.setText(event.target.value)}
          onKeyDown={submitByKeys}
        />
      </Field>
      <SendAnswer isEmpty={draft.text.trim() === ''} />
    </>
  );
}

function SendAnswer({ isEmpty = false }: { isEmpty?: boolean }) {
  return (
    <Button
      type="submit"
      look="primary"
      icon="reply"
      disabled={isEmpty}
      className="answer-question-send"
      keys="Mod+Enter"
      tooltip={m.agentTasks.sendAnswer}
    >
      {m.agentTasks.sendAnswer}
    </Button>
  );
}

function submitByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** From one open question of the page to the next. */
function focusNextQuestion(): void {
  const all = [...document.querySelectorAll('.answer-question, .need-actions')];
  const next = all[(all.findIndex((one) => one.contains(document.activeElement)) + 1) % all.length];
  next?.scrollIntoView({ block: 'nearest' });
  next?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select, button')?.focus();
}
