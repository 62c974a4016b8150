import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { AuthCard } from './auth-card.tsx';
import { enterApp } from './enter-app.ts';
import { suggestKey } from './project-key.ts';

/** After the first account: a demo team, or the first project. */
export function Start() {
  return (
    <AuthCard title={m.auth.start.title}>
      <DemoChoice />
      <EmptyChoice />
    </AuthCard>
  );
}

function DemoChoice() {
  return (
    <section className="auth-choice">
      <p className="auth-text">{m.auth.start.demoText}</p>
      <Form
        label={m.auth.start.demo}
        onSubmit={async () => {
          const { project } = (await api.createDemo()).data;
          enterApp(`/p/${project.key}/board`);
        }}
      >
        <Button look="primary" size="large" type="submit">
          {m.auth.start.demo}
        </Button>
      </Form>
    </section>
  );
}

function EmptyChoice() {
  const [name, setName] = useState('');
  const [typedKey, setTypedKey] = useState<string>();
  const key = typedKey ?? suggestKey(name);
  return (
    <section className="auth-choice">
      <Form
        label={m.auth.start.empty}
        onSubmit={async (values) => {
          const body = { name: textOf(values, 'name'), ...(key && { key }) };
          const project = (await api.createProject({ body })).data;
          await api.createTicket({
            body: { title: m.auth.start.firstTicket, projectId: project.id, status: 'todo' },
          });
          enterApp(`/p/${project.key}/board`);
        }}
      >
        <h2>{m.auth.start.empty}</h2>
        <Field label={m.auth.start.projectName} name="name" required>
          <TextInput look="large" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={m.auth.start.projectKey} name="key" hint={m.auth.start.projectKeyHint(key)}>
          <TextInput
            look="large"
            value={key}
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setTypedKey(event.target.value.toUpperCase())}
          />
        </Field>
        <Button size="large" type="submit">
          {m.auth.start.create}
        </Button>
      </Form>
    </section>
  );
}
