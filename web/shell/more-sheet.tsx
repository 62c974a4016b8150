import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import type { IconName } from '../parts/icons/icon-shapes.ts';
import { useProjectPath } from '../parts/personal-settings.ts';
import { Dialog } from '../parts/popups/dialog.tsx';
import { useMe, useProjects } from '../replica/index.ts';
import { Link } from '../router/index.ts';
import { mainPlaces } from './places.ts';
import { signOut } from './sign-out.ts';
import './more-sheet.css';

/** The places of the sidebar for which the bar at the foot of a phone has no room. */
export function MoreSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { role } = useMe();
  const pathOf = useProjectPath();
  const projects = useProjects().filter((project) => project.role !== null && project.status === 'active');
  const places = mainPlaces().filter(({ path }) => path === '/agents' || path === '/projects');
  return (
    <Dialog open={open} onClose={onClose} title={m.shell.more}>
      <ul className="more-sheet">
        {places.map(({ path, name, icon }) => (
          <Item key={path} to={path} icon={icon} name={name} onClose={onClose} />
        ))}
        {projects.map(({ id, key, name }) => (
          <Item key={id} to={pathOf({ id, key })} icon="board" name={name} onClose={onClose} />
        ))}
        <Item to="/me" icon="person" name={m.shell.me} onClose={onClose} />
        {role === 'ADMIN' && <Item to="/instance" icon="shield" name={m.shell.instance} onClose={onClose} />}
        <li>
          <button type="button" className="more-sheet-item" onClick={() => void signOut()}>
            <Icon name="sign-out" />
            {m.shell.signOut}
          </button>
        </li>
      </ul>
    </Dialog>
  );
}

interface ItemProps {
  to: string;
  icon: IconName;
  name: string;
  onClose(): void;
}

function Item({ to, icon, name, onClose }: ItemProps) {
  return (
    <li>
      <Link to={to} className="more-sheet-item" onClick={onClose}>
        <Icon name={icon} />
        {name}
      </Link>
    </li>
  );
}
