import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../../parts/popups/menu-separator.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useProject } from '../../replica/index.ts';
import {
  type DisplayPlace,
  makeDefaultDisplay,
  removeDefaultDisplay,
  useDefaultDisplay,
} from '../default-display.ts';
import { displayOf, isSameSearch, type TicketSearch, withoutDisplay } from '../ticket-search.ts';

interface DefaultDisplayProps {
  place: DisplayPlace;
  /** What is shown. */
  search: TicketSearch;
  onChange: (search: TicketSearch) => void;
}

/** What can be done with the display as a whole. */
function useDefaultActions({ place, search, onChange }: DefaultDisplayProps) {
  const { own, isShown } = useDefaultDisplay(place, search);
  const project = useProject(place.projectId);
  const name = project?.name ?? m.shell.allTickets;
  const { view: _, ...filters } = withoutDisplay(search);
  return [
    {
      name: m.arrange.makeDefault,
      isOffered: !isShown,
      run: () => {
        makeDefaultDisplay(place, search);
        showToast({ text: m.arrange.madeDefault(name) });
        onChange({ ...filters, ...displayOf(search) });
      },
    },
    {
      name: m.tickets.display.reset,
      isOffered: !isSameSearch(displayOf(search), own ?? {}),
      run: () => onChange({ ...filters, ...own }),
    },
    {
      name: m.arrange.removeDefault,
      isOffered: own !== undefined,
      run: () => {
        removeDefaultDisplay(place);
        onChange(filters);
      },
    },
  ].filter(({ isOffered }) => isOffered);
}

/** For the panel of a list. */
export const DefaultDisplayButtons = (props: DefaultDisplayProps) =>
  useDefaultActions(props).map(({ name, run }) => (
    <Button key={name} look="quiet" onClick={run}>
      {name}
    </Button>
  ));

/** For the menu of a board or timeline. */
export const DefaultDisplayItems = (props: DefaultDisplayProps) => (
  <>
    <MenuSeparator />
    {useDefaultActions(props).map(({ name, run }) => (
      <MenuItem key={name} onSelect={run}>
        {name}
      </MenuItem>
    ))}
  </>
);
