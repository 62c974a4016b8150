import { m } from '../messages/index.ts';
import { useConnection } from '../replica/index.ts';
import './notice-bar.css';

/** The thin bar on top while the server cannot be reached. */
export function NoticeBar() {
  const { state, waiting } = useConnection();
  return (
    <div role="status">{state === 'offline' && <p className="notice-bar">{m.shell.offline(waiting)}</p>}</div>
  );
}
