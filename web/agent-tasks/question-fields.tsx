import { type ReactNode, use } from 'react';
import { m } from '../messages/index.ts';
import { Checkbox } from '../parts/controls/checkbox.tsx';
import { Select } from '../parts/controls/select.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { FormContext } from '../parts/forms/form-context.ts';
import { inputName, type QuestionField } from './question-form.ts';

/** Longer texts than this get several lines. */
const oneLineMax = 200;

interface QuestionInputProps {
  field: QuestionField;
  value: string | boolean;
  onChange: (value: string | boolean) => void;
}

/** One field of a question. */
export function QuestionInput({ field, value: given, onChange }: QuestionInputProps) {
  const { label, hint, control, choices, isRequired, isInteger, limits } = field;
  const name = inputName(field.name);
  if (control === 'checkbox')
    return <Checkbox name={name} label={label} hint={hint} checked={given === true} onChange={onChange} />;
  const value = String(given);
  if (control === 'radio')
    return (
      <ChoiceGroup field={field} isOptional={!isRequired}>
        {choices.map(({ value: choice, label: text }) => (
          <label key={choice} className="question-option">
            <input
              type="radio"
              name={name}
              value={choice}
              required={isRequired}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            {text}
          </label>
        ))}
      </ChoiceGroup>
    );
  return (
    <Field label={label} name={name} hint={hint} required={isRequired} optional={!isRequired}>
      {control === 'select' ? (
        <Select options={[{ value: '', label: '' }, ...choices]} value={value} onChange={onChange} />
      ) : control === 'text' && (limits.maxLength ?? 0) > oneLineMax ? (
        <TextArea rows={2} {...limits} value={value} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <TextInput
          {...limits}
          type={control}
          value={value}
          {...(control === 'number' && { step: isInteger ? 1 : 'any', inputMode: 'decimal' as const })}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceGroupProps {
  field: QuestionField;
  isOptional?: boolean;
  children: ReactNode;
}

/** A question with its choices below it, and what the server said against the chosen one. */
export function ChoiceGroup({ field, isOptional, children }: ChoiceGroupProps) {
  const form = use(FormContext);
  const name = inputName(field.name);
  const errors = form?.errors[name] ?? [];
  return (
    <fieldset className="question-choices" onChange={() => form?.clear(name)}>
      <legend className="field-label">
        {field.label}
        {isOptional && <span className="field-optional"> {m.parts.optional}</span>}
      </legend>
      {field.hint && <p className="field-hint">{field.hint}</p>}
      <div className="question-options">{children}</div>
      {errors.length > 0 && (
        <p className="field-error" role="alert">
          {errors.join(' ')}
        </p>
      )}
    </fieldset>
  );
}
