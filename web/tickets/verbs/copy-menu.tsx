import { m } from '../../messages/index.ts';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import type { TicketPickerProps } from '../fields/picker-props.ts';
import { keysOf } from './verb-keys.ts';
import { start, verbs } from './verbs.ts';

/** The forms in which tickets can be copied. */
export function CopyMenu({ rows, onPicked, ...anchor }: TicketPickerProps) {
  return (
    <Menu {...anchor} label={m.verbs.copyAs}>
      {verbs
        .filter(({ group, opens }) => group === 'copy' && !opens)
        .map((verb) => (
          <MenuItem
            key={verb.id}
            verb={verb.id}
            icon={verb.icon}
            keys={keysOf(verb.id)}
            onSelect={() => {
              start(verb, rows, () => document.body);
              onPicked?.();
            }}
          >
            {verb.name()}
          </MenuItem>
        ))}
    </Menu>
  );
}
