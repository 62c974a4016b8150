import { useState } from 'react';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';

/** A password that can be looked at before it is sent. */
export function PasswordInput({ autoComplete }: { autoComplete: 'current-password' | 'new-password' }) {
  const [isShown, setShown] = useState(false);
  return (
    <TextInput
      look="large"
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      spellCheck={false}
      end={
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={isShown ? m.auth.hidePassword : m.auth.showPassword}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
