import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { useBoot } from '../replica/index.ts';
import { Link } from '../router/index.ts';
import { openNewTicket } from '../tickets/index.ts';
import { paths } from './places.ts';
import { openMore, openPalette } from './shell-state.ts';
import './phone-bar.css';

/** The five places at the foot of a narrow screen. */
export function PhoneBar() {
  const { unreadRows } = useBoot();
  return (
    <nav className="phone-bar" aria-label={m.shell.main}>
      <Link to="/" className="phone-bar-item" activeOptions={{ exact: true, includeSearch: false }}>
        <Icon name="work" />
        {m.shell.myWork}
      </Link>
      <Link to={paths.inbox} className="phone-bar-item" activeOptions={{ includeSearch: false }}>
        <Icon name="inbox" />
        {m.shell.inbox}
        {unreadRows ? <span className="phone-bar-dot" title={m.shell.unread(unreadRows)} /> : null}
      </Link>
      <button type="button" className="phone-bar-item" onClick={() => openNewTicket()}>
        <Icon name="plus" />
        {m.shell.create}
      </button>
      <button type="button" className="phone-bar-item" onClick={openPalette}>
        <Icon name="search" />
        {m.shell.search}
      </button>
      <button type="button" className="phone-bar-item" onClick={openMore}>
        <Icon name="menu" />
        {m.shell.more}
      </button>
    </nav>
  );
}
