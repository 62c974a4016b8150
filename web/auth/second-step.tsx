import type { SecondFactorNeeded } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { PasskeyButton } from './passkey-button.tsx';

export type SecondStepMethods = readonly SecondFactorNeeded['secondFactor']['methods'][number][];

interface SecondStepProps {
  methods: SecondStepMethods;
  onDone(): void;
  onRestart(): void;
}

/** Asks for the code of the second factor, or a passkey, after the password was right. */
export function SecondStep({ methods, onDone, onRestart }: SecondStepProps) {
  return (
    <>
      <Form
        label={m.auth.secondStep}
        onSubmit={async (values) => {
          await api.signInWithSecondFactor({ body: { code: textOf(values, 'code') } });
          onDone();
        }}
      >
        <Field label={m.auth.code} name="code" hint={m.auth.codeHint} required>
          <TextInput look="large" autoComplete="one-time-code" spellCheck={false} autoFocus />
        </Field>
        <Button look="primary" size="large" type="submit">
          {m.auth.signIn}
        </Button>
      </Form>
      {methods.includes('passkey') && <PasskeyButton isSecond onDone={onDone} />}
      <Button look="quiet" onClick={onRestart}>
        {m.auth.startAgain}
      </Button>
    </>
  );
}
