import type { Agent } from '../../sdk/index.ts';
import { api, queryClient } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { reloadBoot } from '../replica/index.ts';
import { agentQueries } from './agent-queries.ts';

export const openRenameAgentDialog = (agent: Agent): void =>
  openDialog({ title: m.words.rename, size: 'small' }, <RenameAgentForm agent={agent} />);

function RenameAgentForm({ agent }: { agent: Agent }) {
  return (
    <Form
      onSubmit={async (values) => {
        await api.updateAgent({ params: { id: agent.id }, body: { name: textOf(values, 'name') } });
        await Promise.all([queryClient.invalidateQueries({ queryKey: agentQueries.all }), reloadBoot()]);
      }}
      submit={m.words.save}
    >
      <Field label={m.words.name} name="name" required>
        <TextInput look="large" defaultValue={agent.name} maxLength={200} />
      </Field>
    </Form>
  );
}
