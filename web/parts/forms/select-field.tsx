import { Select, type SelectProps } from '../controls/select.tsx';
import { type ControlFieldProps, Field, splitField } from './field.tsx';

/** A list of known values with its label, hint and error. */
export function SelectField<T extends string>(props: ControlFieldProps & SelectProps<T>) {
  const [field, select] = splitField(props);
  return (
    <Field {...field}>
      <Select {...select} />
    </Field>
  );
}
