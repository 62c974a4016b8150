import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Section } from '../parts/display/section.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { webhookTargetsKey, webhookTargetsQuery } from './instance-queries.ts';

interface Row {
  /** Null: from the environment of the server, which only the operator changes. */
  id: string | null;
  target: string;
  note: string;
  addedBy: string;
}

/** The private targets that webhooks may reach. */
export function WebhookTargets() {
  const texts = m.instance;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(webhookTargetsQuery());
  const reload = () => queries.invalidateQueries({ queryKey: webhookTargetsKey });
  const add = () => openDialog({ title: texts.addTarget, size: 'small' }, <NewTargetForm onAdded={reload} />);
  const remove = (id: string) =>
    attempt(async () => {
      await api.removeWebhookTarget({ params: { id } });
      await reload();
    });
  const rows: Row[] = [
    ...(data?.environment ?? []).map((target) => ({
      id: null,
      target,
      note: '',
      addedBy: 'WEBHOOK_PRIVATE_TARGETS',
    })),
    ...(data?.targets ?? []).map(({ addedBy, ...listed }) => ({
      ...listed,
      addedBy: addedBy?.name ?? texts.onCommandLine,
    })),
  ];
  return (
    <Section
      title={texts.webhookTargets}
      text={data?.egress === 'private' ? texts.webhookTargetsOpen : texts.webhookTargetsText}
      actions={<Button onClick={add}>{texts.addTarget}</Button>}
    >
      {error && <Failure error={error} retry={() => void refetch()} small />}
      <DataTable
        label={texts.webhookTargets}
        rows={rows}
        rowKey={({ target, addedBy }) => `${target} ${addedBy}`}
        empty={data && <EmptyState icon="lock" title={texts.noTargets} small />}
        columns={[
          { title: texts.target, header: true, phone: 'main', cell: ({ target }: Row) => target },
          { title: texts.targetNote, cell: ({ note }) => note },
          { title: texts.addedBy, cell: ({ addedBy }) => addedBy },
          {
            title: m.words.remove,
            actions: true,
            cell: ({ id, target }) =>
              id !== null && (
                <Button
                  look="quiet"
                  aria-label={texts.removeTargetOf(target)}
                  onClick={() => void remove(id)}
                >
                  {m.words.remove}
                </Button>
              ),
          },
        ]}
      />
    </Section>
  );
}

function NewTargetForm({ onAdded }: { onAdded: () => Promise<void> }) {
  const texts = m.instance;
  return (
    <Form
      onSubmit={async (values) => {
        const body = { target: textOf(values, 'target'), note: textOf(values, 'note') };
        await api.addWebhookTarget({ body });
        await onAdded();
      }}
      submit={texts.addTarget}
      cancel={false}
    >
      <Field label={texts.target} name="target" required hint={texts.targetHint}>
        <TextInput look="large" placeholder="ci.internal:8080" />
      </Field>
      <TextField label={texts.targetNote} name="note" optional look="large" />
    </Form>
  );
}
