import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { useParams } from '../router/index.ts';
import { AuthCard } from './auth-card.tsx';

/** `/form/$token`: anybody who has the link sends a ticket, without an account. */
export function TriageForm() {
  const { token = '' } = useParams();
  const [isSent, setIsSent] = useState(false);
  const text = m.triage.form;
  const form = useQuery({
    queryKey: ['intake', token],
    queryFn: async ({ signal }) => (await api.getIntakeForm({ params: { token }, signal })).data,
    retry: false,
  });
  if (form.isPending) return null;
  if (!form.data) return <AuthCard title={text.missing} text={text.missingText} children={null} />;
  if (isSent)
    return (
      <AuthCard title={text.sent} text={text.sentText}>
        <Button size="large" onClick={() => setIsSent(false)}>
          {text.another}
        </Button>
      </AuthCard>
    );

  async function send(values: FormData) {
    const email = textOf(values, 'email').trim();
    await api.sendToTriage({
      params: { token },
      body: {
        title: textOf(values, 'title'),
        text: textOf(values, 'text'),
        website: textOf(values, 'website'),
        ...(email && { email }),
      },
    });
    setIsSent(true);
    return false;
  }

  return (
    <AuthCard title={text.title(form.data.project)} text={text.text}>
      <Form label={text.title(form.data.project)} onSubmit={send} submit={text.send}>
        <TextField label={text.subject} name="title" required maxLength={500} data-autofocus />
        <Field label={text.details} name="text">
          <TextArea rows={6} maxLength={20_000} />
        </Field>
        <Field label={text.email} name="email" hint={text.emailHint}>
          <TextInput type="email" maxLength={320} autoComplete="email" />
        </Field>
        {/* People do not see it; programs that fill in every field give themselves away. */}
        <input type="text" name="website" hidden tabIndex={-1} autoComplete="off" aria-label={text.website} />
      </Form>
    </AuthCard>
  );
}
