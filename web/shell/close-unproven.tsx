import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { DialogContext } from '../parts/forms/form-context.ts';
import { textOf } from '../parts/forms/form-values.ts';
import { Dialog } from '../parts/popups/dialog.tsx';
import { type RefusedChange, readRow, useBoot } from '../replica/index.ts';

interface Props {
  refused: RefusedChange;
  onClose(): void;
}

/** A dialog that lists what gates of the project ask for; people who may edit it close the tickets anyway with a reason. */
export function CloseUnproven({ refused: { ticketIds, refusal, retry }, onClose }: Props) {
  const { projects } = useBoot();
  const rows = ticketIds.flatMap((id) => readRow(id) ?? []);
  const text = m.ticket.gates;
  const title = text.title(rows.flatMap(({ key }) => key ?? []).join(', '));
  const mayForce = rows.every(({ projectId }) => projects.find(({ id }) => id === projectId)?.may.edit);
  const missing = [...new Set(refusal.missing?.map((one) => one.text))];
  return (
    <DialogContext value={{ title, onClose }}>
      <Dialog
        open
        onClose={onClose}
        title={title}
        text={
          <>
            {text.missing}
            <ul>
              {missing.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
            {!mayForce && text.mayNot}
          </>
        }
        size="small"
      >
        {mayForce ? (
          <Form
            onSubmit={(values) => retry(true, textOf(values, 'reason'))}
            submit={
              <Button type="submit" look="danger">
                {text.force}
              </Button>
            }
          >
            <Field label={text.reason} name="reason" hint={text.reasonHint}>
              <TextArea required maxLength={1_000} rows={2} data-autofocus />
            </Field>
          </Form>
        ) : (
          <Button data-autofocus onClick={onClose}>
            {m.parts.close}
          </Button>
        )}
      </Dialog>
    </DialogContext>
  );
}
