import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Form } from '../parts/forms/form.tsx';
import { askForPasskey, canUsePasskeys } from './passkey.ts';
import { useInstance } from './use-instance.ts';

/** Signs in with a passkey alone, or in place of the code of the second step. */
export function PasskeyButton({ isSecond, onDone }: { isSecond?: boolean; onDone(): void }) {
  if (!canUsePasskeys(useInstance())) return null;
  return (
    <Form
      label={m.auth.passkey}
      onSubmit={async () => {
        const start = isSecond ? api.startSecondFactorWithPasskey : api.startPasskeySignIn;
        const finish = isSecond ? api.finishSecondFactorWithPasskey : api.signInWithPasskey;
        await finish({ body: { credential: await askForPasskey((await start()).data) } });
        onDone();
      }}
    >
      <Button size="large" type="submit">
        {m.auth.passkey}
      </Button>
    </Form>
  );
}
