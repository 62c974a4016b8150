import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

export interface CopyButtonProps {
  text: string;
  /** Names what is copied; the accessible name of the button. */
  label?: string;
  /** True to show its name as text, not only the icon. */
  withText?: boolean;
  look?: 'plain' | 'primary' | 'quiet';
}

const shownMs = 2000;

export function CopyButton({
  text,
  label = m.parts.copy,
  withText,
  look = withText ? 'plain' : 'quiet',
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  }

  const icon = copied ? 'check' : 'copy';
  return (
    <>
      {withText ? (
        <Button icon={icon} look={look} onClick={copy}>
          {copied ? m.parts.copied : label}
        </Button>
      ) : (
        <IconButton
          icon={icon}
          look={look}
          label={label}
          tooltip={copied ? m.parts.copied : label}
          onClick={copy}
        />
      )}
      <span className="said" role="status">
        {copied ? m.parts.copied : ''}
      </span>
    </>
  );
}
