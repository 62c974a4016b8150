import { TextInput, type TextInputProps } from '../controls/text-input.tsx';
import { type ControlFieldProps, Field, splitField } from './field.tsx';

/** A text input with its label, hint and error. */
export function TextField(props: ControlFieldProps & TextInputProps) {
  const [field, input] = splitField(props);
  return (
    <Field {...field}>
      <TextInput {...input} />
    </Field>
  );
}
