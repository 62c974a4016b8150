import { m } from '../../messages/index.ts';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../../parts/popups/menu-separator.tsx';
import { copyText } from '../fields/index.ts';
import { formatFilterText } from '../filter/filter-text.ts';
import { useVocabulary } from '../filter/use-vocabulary.ts';
import type { ShareMenuProps } from './share-menu.tsx';
import { curlOfView, exportAddress, promptOfView } from './view-texts.ts';

/** What `ShareMenu` shows when it is open. */
export function ShareItems({ search, name, projectId, onSave }: ShareMenuProps & { onSave: () => void }) {
  const vocabulary = useVocabulary(projectId);
  const { share } = m.search;
  const link = () => {
    const url = new URL(location.href);
    url.searchParams.delete('ticket');
    return url.href.replaceAll('%2C', ',');
  };
  return (
    <>
      <MenuItem icon="star" onSelect={onSave}>
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
      {(['csv', 'json'] as const).map((format) => (
        <MenuItem
          key={format}
          icon="download"
          onSelect={() => location.assign(exportAddress(search, format))}
        >
          {share[format]}
        </MenuItem>
      ))}
    </>
  );
}

const copy = (text: string) => void copyText(text, m.search.share.copied);
