import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { SelectField } from '../parts/forms/select-field.tsx';
import { choiceLabel, choicesOf } from '../parts/ticket-words.ts';
import type { TriggerRule } from './trigger-rules.ts';
import './trigger-fields.css';

/** What code hosts send; other systems choose their own names. */
const knownEvents = ['issue.opened', 'pull_request.opened', 'push'];

export interface TriggerFieldsProps {
  rule: TriggerRule;
  number: number;
  isLast: boolean;
  onChange: (change: Partial<TriggerRule>) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

export function TriggerFields({ rule, number, isLast, onChange, onMove, onRemove }: TriggerFieldsProps) {
  const texts = m.inboundWebhooks.triggers;
  const listId = `trigger-events-${rule.id}`;
  return (
    <fieldset className="trigger-fields">
      <legend className="said">{texts.rule(number)}</legend>
      <div className="trigger-fields-head">
        <span className="trigger-fields-number" aria-hidden="true">
          {number}
        </span>
        <Field label={m.words.event} name={`event-${rule.id}`} required>
          <TextInput
            value={rule.event}
            list={listId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="deploy.*"
            onChange={(event) => onChange({ event: event.target.value })}
          />
        </Field>
        <datalist id={listId}>
          {knownEvents.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <SelectField
          label={texts.action}
          options={(['task', 'ignore'] as const).map((value) => ({ value, label: texts.actions[value] }))}
          value={rule.ignore ? 'ignore' : 'task'}
          onChange={(action) => onChange({ ignore: action === 'ignore' })}
        />
        <div className="trigger-fields-actions">
          {number > 1 && <IconButton icon="arrow-up" label={texts.up(number)} onClick={() => onMove(-1)} />}
          {!isLast && <IconButton icon="arrow-down" label={texts.down(number)} onClick={() => onMove(1)} />}
          <IconButton icon="trash" label={texts.remove(number)} onClick={onRemove} />
        </div>
      </div>
      {!rule.ignore && (
        <div className="trigger-fields-task">
          <Field label={texts.kind} hint={texts.kindHint}>
            <TextInput
              value={rule.kind}
              placeholder={rule.event}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => onChange({ kind: event.target.value })}
            />
          </Field>
          <SelectField
            label={texts.priority}
            options={[
              { value: '' as const, label: texts.usualPriority },
              ...choicesOf('priority').map((value) => ({ value, label: choiceLabel('priority', value) })),
            ]}
            value={rule.priority}
            onChange={(priority) => onChange({ priority })}
          />
          <Field
            label={m.words.instructions}
            hint={texts.instructionsHint}
            optional
            className="trigger-fields-wide"
          >
            <TextArea
              rows={2}
              value={rule.instructions}
              onChange={(event) => onChange({ instructions: event.target.value })}
            />
          </Field>
        </div>
      )}
    </fieldset>
  );
}
