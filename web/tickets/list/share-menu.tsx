import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { useKeys } from '../../parts/keys/keys.ts';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../../parts/popups/menu-separator.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useSaveViewDialog } from '../../views/index.ts';
import { formatFilterText } from '../filter/filter-text.ts';
import { useVocabulary } from '../filter/use-vocabulary.ts';
import { type TicketSearch, toDisplay, toSavedQuery } from '../ticket-search.ts';
import { curlOfView, exportAddress, promptOfView } from './view-texts.ts';

interface ShareMenuProps {
  /** With the project, which the address of the screen says by its path. */
  search: TicketSearch;
  name: string;
  projectId?: string | undefined;
  layout?: 'list' | 'board' | 'calendar' | 'timeline';
}

/** The view taken along: as link, command, prompt or file. */
export function ShareMenu({ search, name, projectId, layout = 'list' }: ShareMenuProps) {
  const [isSaving, setSaving] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const SaveViewDialog = useSaveViewDialog(isSaving);
  const vocabulary = useVocabulary(projectId);
  const { share } = m.tickets;
  const link = () => {
    const url = new URL(location.href);
    url.searchParams.delete('ticket');
    return url.href.replaceAll('%2C', ',');
  };
  useKeys([{ keys: 'Mod+Shift+y', name: m.tickets.keys.copyView, group: 'lists', run: () => setOpen(true) }]);
  return (
    <>
      <Menu
        label={share.name}
        align="end"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={<IconButton icon="share" label={share.name} keys="Mod+Shift+y" />}
      >
        <MenuItem icon="star" onSelect={() => setSaving(true)}>
          {m.views.save}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="link" onSelect={() => copy(link())}>
          {share.copyLink}
        </MenuItem>
        <MenuItem icon="filter" onSelect={() => copy(formatFilterText(search, vocabulary))}>
          {share.copyText}
        </MenuItem>
        <MenuItem icon="terminal" onSelect={() => copy(curlOfView(search, location.origin))}>
          {share.copyCurl}
        </MenuItem>
        <MenuItem icon="robot" onSelect={() => copy(promptOfView(name, link(), search, location.origin))}>
          {share.copyPrompt}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="download" onSelect={() => location.assign(exportAddress(search, 'csv'))}>
          {share.csv}
        </MenuItem>
        <MenuItem icon="download" onSelect={() => location.assign(exportAddress(search, 'json'))}>
          {share.json}
        </MenuItem>
      </Menu>
      {SaveViewDialog && (
        <SaveViewDialog
          open={isSaving}
          onClose={() => setSaving(false)}
          query={toSavedQuery(search)}
          display={toDisplay(search, layout)}
          projectId={projectId}
        />
      )}
    </>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: m.tickets.share.copied });
  } catch {
    showToast({ text: m.tickets.share.copyFailed, tone: 'refused' });
  }
}
