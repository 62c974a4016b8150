import { useState } from 'react';
import type { Agent, ApiKeyWithSecret } from '../../../sdk/index.ts';
import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Checkbox } from '../../parts/controls/checkbox.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { Dialog } from '../../parts/popups/dialog.tsx';
import { reloadBoot, useProjects } from '../../replica/index.ts';
import { agentQueries } from '../agent-queries.ts';
import { ConnectAgent } from './connect-agent.tsx';
import { newAgentKey } from './new-agent-key.ts';
import './set-up-agent-dialog.css';

/** Three steps: name the agent, take its key, start it. */
export function SetUpAgentDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [made, setMade] = useState<{ agent: Agent; key: ApiKeyWithSecret }>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  const text = m.agents.setUp;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={made ? text.ready(made.agent.name) : text.open}
      text={made ? text.readyText : text.text}
    >
      {made ? (
        <ConnectAgent agentId={made.agent.id} apiKey={made.key} firstStep={2} onDone={close} />
      ) : (
        <NameAgent onMade={(agent, key) => setMade({ agent, key })} onClose={close} />
      )}
    </Dialog>
  );
}

interface NameAgentProps {
  onMade: (agent: Agent, key: ApiKeyWithSecret) => void;
  onClose: () => void;
}

function NameAgent({ onMade, onClose }: NameAgentProps) {
  const projects = useProjects().filter(({ may, status }) => may.manageMembers && status === 'active');
  const text = m.agents.setUp;
  // Kept when a later request fails, so that the next press does not create a second agent.
  const [agent, setAgent] = useState<Agent>();

  async function create(values: FormData) {
    const name = textOf(values, 'name');
    const named = agent ?? (await api.createAgent({ body: { name } })).data;
    setAgent(named);
    for (const id of values.getAll('projectIds').map(String))
      await api.addMember({ params: { id }, body: { userId: named.id, role: 'member' } });
    onMade(named, await newAgentKey(named.id, text.keyName));
    await Promise.all([queryClient.invalidateQueries({ queryKey: agentQueries.all }), reloadBoot()]);
  }

  return (
    <Form
      label={text.open}
      onSubmit={create}
      submit={
        <Button type="submit" look="primary" iconEnd="arrow-right">
          {text.next}
        </Button>
      }
      onCancel={onClose}
    >
      <Field label={m.words.name} name="name" hint={text.nameHint} required>
        <TextInput look="large" maxLength={200} placeholder={text.namePlaceholder} autoComplete="off" />
      </Field>
      {projects.length > 0 && (
        <fieldset className="set-up-agent-projects">
          <legend>{text.projects}</legend>
          {projects.map(({ id, name }) => (
            <Checkbox
              key={id}
              name="projectIds"
              value={id}
              label={name}
              defaultChecked={projects.length === 1}
            />
          ))}
          <p className="set-up-agent-hint">{text.projectsHint}</p>
        </fieldset>
      )}
    </Form>
  );
}
