import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { isLocalPath } from '../parts/local-path.ts';
import { Link, useSearchText } from '../router/index.ts';
import { AuthCard } from './auth-card.tsx';
import { enterApp } from './enter-app.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordInput } from './password-input.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SecondStep, type SecondStepMethods } from './second-step.tsx';
import { useInstance } from './use-instance.ts';

export function SignIn() {
  const asked = useSearchText('next');
  const next = asked !== undefined && isLocalPath(asked) ? asked : undefined;
  const { canSignUp, hasPublicHelp } = useInstance();
  const [methods, setMethods] = useState(parseStep(useSearchText('step')));
  const problem = useSearchText('problem');
  if (methods)
    return (
      <AuthCard title={m.auth.secondStep}>
        <SecondStep methods={methods} onDone={() => enterApp(next)} onRestart={() => setMethods(undefined)} />
      </AuthCard>
    );
  return (
    <AuthCard
      title={m.auth.signIn}
      foot={
        canSignUp && (
          <>
            {m.auth.noAccount} <Link to="/sign-up">{m.auth.signUp}</Link>
          </>
        )
      }
    >
      {problem && (
        <Notice look="danger" alert>
          {m.auth.problems[problem as keyof typeof m.auth.problems] ?? m.auth.problems.failed}
        </Notice>
      )}
      <Form
        label={m.auth.signIn}
        onSubmit={async (data) => {
          const body = { email: textOf(data, 'email'), password: textOf(data, 'password') };
          const { data: first } = await api.signIn({ body });
          if ('secondFactor' in first) setMethods(first.secondFactor.methods);
          else enterApp(next);
        }}
      >
        <Field label={m.words.email} name="email" required>
          <TextInput look="large" type="email" autoComplete="username" autoFocus />
        </Field>
        <Field label={m.auth.password} name="password" required>
          <PasswordInput autoComplete="current-password" />
        </Field>
        <Button look="primary" size="large" type="submit">
          {m.auth.signIn}
        </Button>
        <Link to="/forgot-password">{m.auth.forgotPassword}</Link>
      </Form>
      <PasskeyButton onDone={() => enterApp(next)} />
      <ProviderButtons next={next} />
      {hasPublicHelp && <Link to="/help">{m.auth.help}</Link>}
    </AuthCard>
  );
}

/** The step that a provider's answer leads to: `code` or `code-passkey`. */
const parseStep = (step: string | undefined) => step?.split('-') as SecondStepMethods | undefined;
