import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { useBoot, useRows } from '../../replica/index.ts';
import { openTicketMenu } from '../fields/index.ts';
import { listVerbs, start } from '../verbs/index.ts';
import { type Selection, useSelectedIds } from './selection.ts';
import './selection-tools.css';

/** What `SelectionBar` shows while tickets are selected. */
export function SelectionTools({ selection }: { selection: Selection }) {
  const ids = [...useSelectedIds(selection)];
  const rows = useRows(ids);
  const offered = listVerbs(rows, useBoot());
  const icons = offered.filter(({ opens, isInBar }) => opens === 'copy' || (isInBar && !opens));
  return (
    <div className="selection-bar" role="toolbar" aria-label={m.tickets.selection.name}>
      <span className="selection-bar-count figures" role="status">
        {m.tickets.selection.count(ids.length)}
      </span>
      <IconButton
        icon="close"
        label={m.tickets.selection.clear}
        keys="Escape"
        onClick={() => selection.clear()}
      />
      <span className="selection-bar-line" />
      {offered
        .filter(({ isInBar, opens }) => isInBar && opens)
        .map((verb) => (
          <Button
            key={verb.id}
            look="quiet"
            icon={verb.icon}
            className="selection-bar-action"
            aria-label={verb.name()}
            tooltip={verb.name()}
            keys={verb.keys}
            disabled={verb.mayNot ?? false}
            onClick={({ currentTarget }) => start(verb, rows, () => currentTarget)}
          >
            {verb.name()}
          </Button>
        ))}
      <span className="selection-bar-line" />
      {icons.map((verb) => (
        <IconButton
          key={verb.id}
          icon={verb.icon}
          label={verb.name()}
          keys={verb.keys}
          disabled={verb.mayNot ?? false}
          onClick={({ currentTarget }) => start(verb, rows, () => currentTarget)}
        />
      ))}
      <IconButton
        icon="more"
        label={m.verbs.menu}
        keys="."
        onClick={(event) => openTicketMenu(ids, event.currentTarget)}
      />
    </div>
  );
}
