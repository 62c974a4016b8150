import { m } from '../messages/index.ts';
import { Failure } from '../parts/display/failure.tsx';
import { Screen } from '../parts/display/screen.tsx';
import type { FailedProps } from '../router/index.ts';

/** In place of a screen that could not be loaded or drawn. */
export function Failed({ error, reset }: FailedProps) {
  return (
    <Screen title={m.shell.failed.title} look="page">
      <Failure error={error} retry={reset} />
    </Screen>
  );
}
