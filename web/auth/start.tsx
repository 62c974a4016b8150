import { useState } from 'react';
import { api } from '../api/index.ts';
import { type Invited, InvitedList, inviteAll, parseAddresses } from '../invitations/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Checkbox } from '../parts/controls/checkbox.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { AuthCard } from './auth-card.tsx';
import { enterApp } from './enter-app.ts';
import { suggestKey } from './project-key.ts';

/** After the first account: a demo team, or the first project. */
export function Start() {
  const [made, setMade] = useState<Made>();
  const texts = m.auth.start;
  if (made)
    return (
      <AuthCard title={texts.invited}>
        <InvitedList invited={made.invited} />
        <Button look="primary" size="large" onClick={() => enterApp(made.path)}>
          {texts.goOn}
        </Button>
      </AuthCard>
    );
  return (
    <AuthCard title={texts.title} foot={<a href="/">{texts.skip}</a>}>
      <DemoChoice />
      <EmptyChoice onMade={setMade} />
    </AuthCard>
  );
}

/** What the form has made, while links are shown. */
interface Made {
  invited: readonly Invited[];
  path: string;
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

/** The first project, with the name of the team, the people to invite and where the tickets come from. */
function EmptyChoice({ onMade }: { onMade: (made: Made) => void }) {
  const [name, setName] = useState('');
  const [typedKey, setTypedKey] = useState<string>();
  const [emails, setEmails] = useState('');
  const key = typedKey ?? suggestKey(name);
  const texts = m.auth.start;
  const { wrong } = parseAddresses(emails);
  return (
    <section className="auth-choice">
      <Form
        label={texts.empty}
        onSubmit={async (values) => {
          const isImport = values.get('import') === 'on';
          await nameTeam(textOf(values, 'team').trim());
          const body = { name: textOf(values, 'name'), ...(key && { key }) };
          const project = (await api.createProject({ body })).data;
          if (!isImport)
            await api.createTicket({
              body: { title: texts.firstTicket, projectId: project.id, status: 'todo' },
            });
          const invited = await inviteAll(parseAddresses(emails).emails, { projectId: project.id });
          const path = isImport ? `/p/${project.key}/settings/import` : `/p/${project.key}/board`;
          // A mail needs nothing more; a link must be sent, and a refusal read.
          if (invited.some(({ state }) => state !== 'mailed')) onMade({ invited, path });
          else enterApp(path);
        }}
      >
        <h2>{texts.empty}</h2>
        <Field label={texts.team} name="team" hint={texts.teamHint}>
          <TextInput look="large" maxLength={100} autoComplete="organization" />
        </Field>
        <Field label={texts.projectName} name="name" required>
          <TextInput look="large" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={texts.projectKey} name="key" hint={texts.projectKeyHint(key)}>
          <TextInput
            look="large"
            value={key}
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setTypedKey(event.target.value.toUpperCase())}
          />
        </Field>
        <Field
          label={texts.invite}
          name="emails"
          hint={wrong.length > 0 ? m.projects.settings.invitations.wrong(wrong.join(', ')) : texts.inviteHint}
        >
          <TextArea
            rows={2}
            spellCheck={false}
            autoComplete="off"
            value={emails}
            onChange={({ target }) => setEmails(target.value)}
          />
        </Field>
        <Checkbox label={texts.import} name="import" />
        <Button size="large" type="submit">
          {texts.create}
        </Button>
      </Form>
    </section>
  );
}

/** The workspace that the account came with is that of the team. */
async function nameTeam(name: string): Promise<void> {
  if (name === '') return;
  const [own] = (await api.listWorkspaces({ query: { limit: 1 } })).data;
  if (own) await api.updateWorkspace({ params: { id: own.id }, body: { name } });
}
