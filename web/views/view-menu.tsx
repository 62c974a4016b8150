import { useState } from 'react';
import type { View } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { ask } from '../parts/popups/open-dialog.tsx';
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
  const [isRenaming, setRenaming] = useState(false);
  const RenameDialog = useRenameViewDialog(isRenaming);
  const { may, name } = view;
  const askToDelete = () =>
    ask({
      title: m.views.deleteTitle(name),
      text: m.views.deleteText,
      confirm: m.views.deleteConfirm,
      danger: true,
      onConfirm: async () => {
        await removeView(view.id);
        showToast({ text: m.views.deleted(name) });
        onDeleted?.();
      },
    });
  if (!may.edit && !may.delete && !onUp && !onDown) return null;
  return (
    <>
      <Menu
        label={m.views.more(name)}
        align="end"
        trigger={<IconButton icon="more" label={m.views.more(name)} />}
      >
        {may.edit && (
          <MenuItem icon="edit" onSelect={() => setRenaming(true)}>
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
          <MenuItem icon="trash" danger onSelect={() => askToDelete()}>
            {m.views.delete}
          </MenuItem>
        )}
      </Menu>
      {RenameDialog && <RenameDialog view={view} open={isRenaming} onClose={() => setRenaming(false)} />}
    </>
  );
}
