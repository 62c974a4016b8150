import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { useBodyMark } from '../parts/use-body-mark.ts';
import { useConnection } from '../replica/index.ts';
import { useIsOutdated } from './use-is-outdated.ts';
import './notice-bar.css';

/** The thin bar on top: the server cannot be reached, or has a newer version of the app. */
export function NoticeBar() {
  const { state, waiting } = useConnection();
  const isOutdated = useIsOutdated();
  useBodyMark('notice', isOutdated || state === 'offline');
  return (
    <div role="status">
      {state === 'offline' && <p className="notice-bar">{m.shell.offline(waiting)}</p>}
      {isOutdated && (
        <p className="notice-bar notice-bar-info">
          {m.shell.newVersion} <Button onClick={() => location.reload()}>{m.shell.reload}</Button>
        </p>
      )}
    </div>
  );
}
