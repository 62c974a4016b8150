import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { CopyButton } from '../controls/copy-button.tsx';
import { codePieces } from './code-pieces.ts';
import './code-block.css';

export interface CodeBlockProps {
  code: string;
  language?: string | undefined;
  /** Wraps long lines, as for a command to copy. */
  wrap?: boolean;
  /** What is copied, where “Copy code” does not say enough. */
  copyLabel?: string;
  className?: string;
}

export function CodeBlock({ code, language, wrap, copyLabel = m.parts.copyCode, className }: CodeBlockProps) {
  return (
    <div className={classes('code-block', className)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={wrap ? 'code-block-wrap' : undefined} tabIndex={0}>
        <code>
          {codePieces(code, language ?? '').map(({ text, look }, index) =>
            look ? (
              <span key={index} className={look}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </code>
      </pre>
      <div className="code-block-bar">
        {language && <span className="code-block-language">{language}</span>}
        <CopyButton text={code} label={copyLabel} />
      </div>
    </div>
  );
}
