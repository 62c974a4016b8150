import { useState } from 'react';
import type { OwnField } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Checkbox } from '../parts/controls/checkbox.tsx';
import { Select } from '../parts/controls/select.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { useAssignable } from './use-assignable.ts';
import './own-field-input.css';

export type OwnFieldValue = NonNullable<OwnField['default']>;

interface Props {
  field: Pick<OwnField, 'name' | 'type' | 'options' | 'projectId' | 'required'>;
  value: OwnFieldValue | null | undefined;
  onChange: (value: OwnFieldValue | null) => void;
  /** Reports a text when the field loses the focus, not with each letter. */
  isLazy?: boolean;
  disabled?: boolean;
}

const inputTypes = { text: 'text', url: 'url', number: 'number', date: 'date' } as const;

/** The control of an own field, by its type. */
export function OwnFieldInput({ field, value, onChange, isLazy = false, disabled = false }: Props) {
  const { name, type, options } = field;
  const people = useAssignable(type === 'person' ? field.projectId : undefined);
  const common = { 'aria-label': name, disabled };
  if (type === 'checkbox') return <Checkbox {...common} checked={value === true} onChange={onChange} />;
  const offered = options.filter(({ id, archived }) => !archived || [value].flat().includes(id));
  if (type === 'multi_select') {
    const chosen = Array.isArray(value) ? value : [];
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame
      <div role="group" aria-label={name} className="own-field-choices">
        {offered.map(({ id, name: label }) => (
          <Checkbox
            key={id}
            label={label}
            disabled={disabled}
            checked={chosen.includes(id)}
            onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
    );
  }
  if (type === 'select' || type === 'person')
    return (
      <Select
        {...common}
        options={[
          { value: '', label: m.projects.settings.fields.noValue },
          ...(type === 'select' ? offered : people).map(({ id, name: label }) => ({ value: id, label })),
        ]}
        value={String(value ?? '')}
        onChange={(id) => onChange(id || null)}
      />
    );
  return (
    <TextValue
      key={String(value)}
      {...common}
      type={inputTypes[type]}
      text={String(value ?? '')}
      isLazy={isLazy}
      onChange={(text) => onChange(text === '' ? null : type === 'number' ? Number(text) : text)}
    />
  );
}

interface TextValueProps {
  'aria-label': string;
  disabled: boolean;
  type: string;
  text: string;
  isLazy: boolean;
  onChange: (text: string) => void;
}

function TextValue({ text: before, isLazy, onChange, ...rest }: TextValueProps) {
  const [text, setText] = useState(before);
  const commit = () => text !== before && onChange(text);
  if (!isLazy)
    return (
      <TextInput {...rest} step="any" value={before} onChange={({ target }) => onChange(target.value)} />
    );
  return (
    <TextInput
      {...rest}
      step="any"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
