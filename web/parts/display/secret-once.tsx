import { type ReactNode, use } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../controls/button.tsx';
import { CopyButton } from '../controls/copy-button.tsx';
import { DialogContext } from '../forms/form-context.ts';
import { Notice } from './notice.tsx';
import './secret-once.css';

export interface SecretOnceProps {
  /** What it is: “API key”. */
  label: string;
  secret: string;
  /** How to use it. */
  children?: ReactNode;
  /** In a dialog it closes the dialog. */
  onDone?: () => void;
}

/** A secret that the server shows only now. */
export function SecretOnce({ label, secret, children, ...props }: SecretOnceProps) {
  const dialog = use(DialogContext);
  const onDone = props.onDone ?? dialog?.onClose;
  return (
    <div className="secret-once">
      <Notice look="warning">{m.parts.shownOnce}</Notice>
      <div className="secret-once-row">
        <output className="secret-once-text" aria-label={label}>
          {secret}
        </output>
        <CopyButton text={secret} label={m.parts.copy} withText look="primary" />
      </div>
      {children}
      {onDone && (
        <div className="form-actions">
          <Button onClick={onDone}>{m.parts.secretSaved}</Button>
        </div>
      )}
    </div>
  );
}
