import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { SelectField } from '../parts/forms/select-field.tsx';
import { Dialog } from '../parts/popups/dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useAssignable } from '../projects/index.ts';
import { useRow } from '../replica/index.ts';
import { agentTaskQueries } from './agent-task-queries.ts';

export interface GiveToAgentProps {
  ticketId: string;
  open: boolean;
  onClose: () => void;
}

/** Creates a task from a ticket, for one agent or for the first that claims it. */
export function GiveToAgent({ ticketId, open, onClose }: GiveToAgentProps) {
  const row = useRow(ticketId);
  const agents = useAssignable(row?.projectId).filter(({ isAgent }) => isAgent);
  const client = useQueryClient();
  const text = m.agentTasks.give;

  async function create(values: FormData) {
    if (!row) return;
    const agentId = String(values.get('agentId') ?? '');
    await api.createAgentTask({
      body: {
        ticketId,
        title: text
          .title(row.key ?? '', row.title)
          .trim()
          .slice(0, 200),
        instructions: String(values.get('instructions')),
        ...(agentId !== '' && { agentId }),
      },
    });
    onClose();
    showToast({ text: text.created });
    await client.invalidateQueries({ queryKey: agentTaskQueries.all });
  }

  return (
    <Dialog open={open} onClose={onClose} title={text.name} text={text.text} size="small">
      <Form
        label={text.name}
        onSubmit={create}
        submit={
          <Button type="submit" look="primary" icon="agent">
            {text.create}
          </Button>
        }
        onCancel={onClose}
      >
        <Field label={m.words.instructions} name="instructions" hint={text.instructionsHint} required>
          <TextArea rows={5} defaultValue={text.defaultInstructions} data-autofocus />
        </Field>
        <SelectField
          label={text.agent}
          name="agentId"
          options={[
            { value: '', label: m.agentTasks.anyAgent },
            ...agents.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          defaultValue=""
        />
      </Form>
    </Dialog>
  );
}
