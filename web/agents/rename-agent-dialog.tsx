import type { Agent } from '../../sdk/index.ts';
import { api, queryClient } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Dialog } from '../parts/popups/dialog.tsx';
import { reloadBoot } from '../replica/index.ts';
import { agentQueries } from './agent-queries.ts';

interface RenameAgentDialogProps {
  agent: Agent;
  open: boolean;
  onClose: () => void;
}

export function RenameAgentDialog({ agent, open, onClose }: RenameAgentDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.agents.rename} size="small">
      <Form
        label={m.agents.rename}
        onSubmit={async (values) => {
          await api.updateAgent({ params: { id: agent.id }, body: { name: textOf(values, 'name') } });
          onClose();
          await Promise.all([queryClient.invalidateQueries({ queryKey: agentQueries.all }), reloadBoot()]);
        }}
      >
        <Field label={m.agents.name} name="name" required>
          <TextInput look="large" defaultValue={agent.name} maxLength={200} />
        </Field>
        <FormActions>
          <Button onClick={onClose}>{m.parts.cancel}</Button>
          <Button type="submit" look="primary">
            {m.agents.save}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
