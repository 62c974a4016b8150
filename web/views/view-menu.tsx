import { useState } from 'react';
import type { View } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { ConfirmDialog } from '../parts/popups/confirm-dialog.tsx';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useRenameViewDialog } from './late-view-dialogs.ts';
import { removeView } from './views-queries.ts';

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
  const RenameDialog = useRenameViewDialog(dialog === 'rename');
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
      {RenameDialog && <RenameDialog view={view} open={dialog === 'rename'} onClose={close} />}
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
