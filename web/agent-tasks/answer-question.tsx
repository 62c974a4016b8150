import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useDraft } from '../replica/index.ts';
import { agentTaskQueries } from './agent-task-queries.ts';
import './answer-question.css';

export interface AnswerQuestionProps {
  taskId: string;
  question: string;
  /** The name of the agent that asks. */
  agent: string;
  /** Why the reader cannot answer; shows the question alone. */
  mayNot?: string | undefined;
}

/** An agent's question with a field to answer it in place. The agent continues as soon as it has the answer. */
export function AnswerQuestion({ taskId, question, agent, mayNot }: AnswerQuestionProps) {
  const draft = useDraft(`answer:${taskId}`);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const client = useQueryClient();
  const answer = draft.text.trim();

  async function send() {
    if (answer === '' || isSending) return;
    setSending(true);
    setError(undefined);
    try {
      await api.answerAgentTask({ params: { id: taskId }, body: { answer } });
      draft.clear();
      showToast({ text: m.agentTasks.answered });
      await client.invalidateQueries({ queryKey: agentTaskQueries.all });
    } catch (reason) {
      setError(reason);
    } finally {
      setSending(false);
    }
  }

  return (
    <form
      className="answer-question"
      aria-label={m.agentTasks.asks(agent)}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="answer-question-text">
        <Icon name="question" />
        <div>
          <p className="answer-question-who">{m.agentTasks.asks(agent)}</p>
          <Markdown text={question} />
        </div>
      </div>
      {mayNot === undefined && (
        <>
          <TextArea
            rows={2}
            aria-label={m.agentTasks.answer}
            placeholder={m.agentTasks.answer}
            value={draft.text}
            onChange={(event) => draft.setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
              event.preventDefault();
              void send();
            }}
          />
          {error !== undefined && (
            <Notice look="danger" alert>
              {sentenceOf(error)}
            </Notice>
          )}
          <Button
            type="submit"
            look="primary"
            icon="reply"
            busy={isSending}
            disabled={answer === ''}
            className="answer-question-send"
            keys="Mod+Enter"
            tooltip={m.agentTasks.sendAnswer}
          >
            {m.agentTasks.sendAnswer}
          </Button>
        </>
      )}
    </form>
  );
}
