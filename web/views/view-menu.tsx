import { useState } from 'react';
import type { View } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { Menu } from '../parts/menu.tsx';
import { MenuItem } from '../parts/menu-item.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { showToast } from '../parts/toasts.ts';
import { changeView, removeView } from './views-queries.ts';

interface ViewMenuProps {
  view: View;
  onUp?: (() => void) | undefined;
  onDown?: (() => void) | undefined;
  onDeleted?: () => void;
}

/** Rename, order and delete a view. */
export function ViewMenu({ view, onUp, onDown, onDeleted }: ViewMenuProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  const { may, name } = view;
  if (!may.edit && !may.delete && !onUp && !onDown) return null;
  return (
    <>
      <Menu
        label={m.views.more(name)}
        align="end"
        trigger={<IconButton icon="more" label={m.views.more(name)} />}
      >
        {may.edit && (
          <MenuItem icon="edit" onSelect={() => setDialog('rename')}>
            {m.views.rename}
          </MenuItem>
        )}
        {onUp && (
          <MenuItem icon="arrow-up" onSelect={onUp}>
            {m.views.up}
          </MenuItem>
        )}
        {onDown && (
          <MenuItem icon="arrow-down" onSelect={onDown}>
            {m.views.down}
          </MenuItem>
        )}
        {may.delete && (
          <MenuItem icon="trash" danger onSelect={() => setDialog('delete')}>
            {m.views.delete}
          </MenuItem>
        )}
      </Menu>
      <Dialog open={dialog === 'rename'} onClose={close} title={m.views.renameTitle} size="small">
        <Form
          label={m.views.renameTitle}
          onSubmit={async (values) => {
            await changeView(view.id, { name: String(values.get('name')).trim() });
            close();
          }}
        >
          <Field label={m.views.name} name="name" required>
            <TextInput defaultValue={name} maxLength={100} autoComplete="off" data-autofocus />
          </Field>
          <FormActions>
            <Button onClick={close}>{m.parts.cancel}</Button>
            <Button type="submit" look="primary">
              {m.views.rename}
            </Button>
          </FormActions>
        </Form>
      </Dialog>
      <ConfirmDialog
        open={dialog === 'delete'}
        onClose={close}
        title={m.views.deleteTitle(name)}
        text={m.views.deleteText}
        confirm={m.views.deleteConfirm}
        danger
        onConfirm={async () => {
          await removeView(view.id);
          showToast({ text: m.views.deleted(name) });
          onDeleted?.();
        }}
      />
    </>
  );
}
