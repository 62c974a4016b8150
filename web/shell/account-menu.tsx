import { m } from '../messages/index.ts';
import { Avatar } from '../parts/display/avatar.tsx';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../parts/popups/menu-separator.tsx';
import { ask } from '../parts/popups/open-dialog.tsx';
import { useConnection, useMe } from '../replica/index.ts';
import { navigate } from '../router/index.ts';
import { paths } from './places.ts';
import { openHelp } from './shell-state.ts';
import { signOut } from './sign-out.ts';

export function AccountMenu() {
  const { id, name, image, role } = useMe();
  const { waiting } = useConnection();
  return (
    <Menu
      label={m.shell.account}
      trigger={
        <button type="button" className="sidebar-item">
          <Avatar id={id} name={name} image={image} size="small" />
          <span className="sidebar-label">{name}</span>
        </button>
      }
    >
      <MenuItem icon="person" onSelect={() => void navigate({ to: paths.me })}>
        {m.shell.me}
      </MenuItem>
      {role === 'ADMIN' && (
        <MenuItem icon="shield" onSelect={() => void navigate({ to: paths.instance })}>
          {m.shell.instance}
        </MenuItem>
      )}
      <MenuItem icon="keyboard" keys="?" onSelect={openHelp}>
        {m.shell.keys.title}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="sign-out" onSelect={() => (waiting > 0 ? askToSignOut(waiting) : void signOut())}>
        {m.shell.signOut}
      </MenuItem>
    </Menu>
  );
}

const askToSignOut = (waiting: number) =>
  ask({
    title: m.shell.signOut,
    text: m.shell.signOutWithWaiting(waiting),
    confirm: m.shell.signOutAnyway,
    onConfirm: signOut,
  });
