import type { Initiative } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { ask, openDialog } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { EditInitiativeForm, useEditableWorkspaces } from './initiative-form.tsx';
import { changeInitiative, moveInitiative, refreshInitiatives } from './initiative-queries.ts';

interface Props {
  initiative: Initiative;
  /** In a list: those that it can be moved among. */
  all?: readonly Initiative[];
  onDeleted?: () => void;
}

/** Edit, order, archive and delete an initiative; nothing for those who may only look. */
export function InitiativeMenu({ initiative, all = [], onDeleted }: Props) {
  const { id, name, archivedAt, workspaceId, may } = initiative;
  const texts = m.initiatives;
  const mayOrder = useEditableWorkspaces().some((workspace) => workspace.id === workspaceId);
  if (!may.edit) return null;
  const neighbours = all.filter((one) => one.workspaceId === workspaceId);
  const place = neighbours.findIndex((one) => one.id === id);
  const move = (by: -1 | 1) => void attempt(() => moveInitiative(all, initiative, by));
  const archive = () =>
    void attempt(async () => {
      await changeInitiative(id, { archived: !archivedAt });
      if (!archivedAt) showToast({ text: texts.wasArchived(name) });
    });
  const askToDelete = () =>
    ask({
      title: texts.deleteTitle(name),
      text: texts.deleteText,
      confirm: texts.deleteConfirm,
      danger: true,
      onConfirm: async () => {
        await api.deleteInitiative({ params: { id } });
        onDeleted?.();
        await refreshInitiatives();
        showToast({ text: texts.deleted(name) });
      },
    });
  return (
    <Menu label={texts.more(name)} align="end" trigger={<IconButton icon="more" label={texts.more(name)} />}>
      <MenuItem
        icon="edit"
        onSelect={() =>
          openDialog({ title: texts.editTitle }, <EditInitiativeForm initiative={initiative} />)
        }
      >
        {texts.edit}
      </MenuItem>
      {mayOrder && place > 0 && (
        <MenuItem icon="arrow-up" onSelect={() => move(-1)}>
          {texts.up}
        </MenuItem>
      )}
      {mayOrder && place >= 0 && place < neighbours.length - 1 && (
        <MenuItem icon="arrow-down" onSelect={() => move(1)}>
          {texts.down}
        </MenuItem>
      )}
      <MenuItem icon="archive" onSelect={archive}>
        {archivedAt ? texts.unarchive : texts.archive}
      </MenuItem>
      <MenuItem icon="trash" danger onSelect={askToDelete}>
        {texts.delete}
      </MenuItem>
    </Menu>
  );
}
