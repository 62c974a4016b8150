import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { useConnection } from '../../replica/index.ts';

/** Shown for tickets that are not cached and could not be loaded. */
export function ListFailure({ retry, small = false }: { retry: () => void; small?: boolean }) {
  const isOffline = useConnection().state === 'offline';
  return (
    <EmptyState
      icon={isOffline ? 'offline' : 'warning'}
      small={small}
      title={m.tickets.failed}
      text={isOffline && m.tickets.needsNetwork}
      action={
        <Button icon="refresh" onClick={retry}>
          {m.parts.tryAgain}
        </Button>
      }
    />
  );
}
