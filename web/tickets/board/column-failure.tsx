import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';

/** Shown in a column that could not be loaded; the other columns stay usable. */
export function ColumnFailure({ retry }: { retry: () => void }) {
  return (
    <EmptyState
      small
      icon="warning"
      title={m.parts.notReached}
      action={
        <Button icon="refresh" onClick={retry}>
          {m.parts.tryAgain}
        </Button>
      }
    />
  );
}
