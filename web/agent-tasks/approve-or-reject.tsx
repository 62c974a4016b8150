import { type KeyboardEvent, use, useRef, useState } from 'react';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { KeyHint } from '../parts/display/key-hint.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { Field } from '../parts/forms/field.tsx';
import { FormContext } from '../parts/forms/form-context.ts';
import { textOf } from '../parts/forms/form-values.ts';
import type { useDraft } from '../replica/index.ts';
import { ApprovalSubject } from './approval-subject.tsx';
import type { AskingTask } from './task-question.ts';

interface ApproveOrRejectProps {
  task: AskingTask;
  /** The reason of a rejection. */
  draft: ReturnType<typeof useDraft>;
}

/**
 * Approves or rejects what the agent asks about, in the version that it names. If that changed since, the reader sees
 * it, and the next decision is about the present version.
 */
export function ApproveOrReject({ task, draft }: ApproveOrRejectProps) {
  const [isRejecting, setRejecting] = useState(draft.text !== '');
  const decision = useRef<HTMLInputElement>(null);
  const current = use(FormContext)?.errors.version?.[0];
  const texts = m.agentTasks.approval;
  const decide = (approve: boolean) => {
    if (!decision.current) return;
    decision.current.value = approve ? 'yes' : 'no';
    decision.current.form?.requestSubmit();
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === '1') decide(true);
    if (key === '2') setRejecting(true);
  };
  return (
    <>
      <ApprovalSubject subject={task.subject} />
      {current !== undefined && (
        <Notice look="warning" alert>
          {texts.changed(current)}
        </Notice>
      )}
      <input type="hidden" name="approve" ref={decision} />
      <input type="hidden" name="version" value={current ?? String(versionOf(task))} />
      {isRejecting && (
        <Field label={texts.reason} name="reason" hint={texts.reasonHint}>
          <TextArea
            rows={2}
            maxLength={8_000}
            value={draft.text}
            autoFocus
            onChange={({ target }) => draft.setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
              event.preventDefault();
              decide(false);
            }}
          />
        </Field>
      )}
      <div className="question-options">
        <Button
          size="large"
          look={isRejecting ? 'plain' : 'primary'}
          className="question-button"
          aria-keyshortcuts="1"
          onKeyDown={onKeyDown}
          onClick={() => decide(true)}
        >
          <KeyHint keys="1" />
          {texts.approve}
        </Button>
        <Button
          size="large"
          look="danger"
          className="question-button"
          aria-keyshortcuts="2"
          disabled={isRejecting && draft.text.trim() === '' && texts.reasonNeeded}
          onKeyDown={onKeyDown}
          onClick={() => (isRejecting ? decide(false) : setRejecting(true))}
        >
          <KeyHint keys="2" />
          {texts.reject}
        </Button>
      </div>
    </>
  );
}

const versionOf = ({ subject }: AskingTask) => subject?.version ?? subject?.sha ?? '';

export function readDecision(values: FormData) {
  const approve = textOf(values, 'approve') === 'yes';
  const [reason, version] = [textOf(values, 'reason').trim(), textOf(values, 'version')];
  return {
    approve,
    ...(!approve && reason !== '' && { reason }),
    ...(version !== '' && { version: /^\d{1,15}$/.test(version) ? Number(version) : version }),
  };
}
