import { m } from '../../messages/index.ts';
import { TextInput } from '../controls/text-input.tsx';
import { parseChosen } from '../dates/return-at.ts';
import { Field } from './field.tsx';
import { Form } from './form.tsx';

interface ChooseTimeProps {
  /** What is done at the time, on the button. */
  submit: string;
  /** The moment at which a day begins for the person. */
  startOf: (day: string) => number;
  onChoose: (atMs: number) => Promise<void> | void;
}

/** The contents of a dialog that asks for a moment to come. */
export function ChooseTime({ submit, startOf, onChoose }: ChooseTimeProps) {
  const text = m.notifications.remind;
  return (
    <Form
      submit={submit}
      onSubmit={async (values) => {
        const at = parseChosen(String(values.get('at')), startOf);
        if (at === undefined || at <= Date.now()) {
          const details = { at: [text.past] };
          throw Object.assign(new Error(text.past), { status: 400, code: 'VALIDATION_ERROR', details });
        }
        await onChoose(at);
      }}
    >
      <Field label={text.when} name="at" required>
        <TextInput type="datetime-local" look="large" />
      </Field>
    </Form>
  );
}
