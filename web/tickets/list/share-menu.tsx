import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { useKeys } from '../../parts/keys/keys.ts';
import { Menu } from '../../parts/popups/menu.tsx';
import { useSaveViewDialog } from '../../views/index.ts';
import { type TicketSearch, toDisplay, toSavedQuery } from '../ticket-search.ts';
import { lateList } from './late-list.ts';

export interface ShareMenuProps {
  /** Includes the project, which the address of the screen has in its path. */
  search: TicketSearch;
  name: string;
  projectId?: string | undefined;
  layout?: 'list' | 'board' | 'calendar' | 'timeline';
}

/** Exports the view as a link, command, prompt or file. */
export function ShareMenu(props: ShareMenuProps) {
  const [isSaving, setSaving] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const SaveViewDialog = useSaveViewDialog(isSaving);
  const late = lateList.use(isOpen);
  useKeys([{ keys: 'Mod+Shift+y', name: m.tickets.keys.copyView, group: 'lists', run: () => setOpen(true) }]);
  return (
    <>
      <Menu
        label={m.tickets.share}
        align="end"
        open={isOpen && late !== undefined}
        onOpenChange={setOpen}
        trigger={<IconButton icon="share" label={m.tickets.share} keys="Mod+Shift+y" />}
      >
        {late && <late.ShareItems {...props} onSave={() => setSaving(true)} />}
      </Menu>
      {SaveViewDialog && (
        <SaveViewDialog
          open={isSaving}
          onClose={() => setSaving(false)}
          query={toSavedQuery(props.search)}
          display={toDisplay(props.search, props.layout ?? 'list')}
          projectId={props.projectId}
        />
      )}
    </>
  );
}
