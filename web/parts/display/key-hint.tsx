import { keyText } from '../keys/key-text.ts';
import './key-hint.css';

/** Shows the keys of a command. Decorative, because a control names its keys by aria-keyshortcuts. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span className="key-hint" aria-hidden="true">
      {keyText(keys).map((text, index) => (
        <kbd className="key-hint-key" key={index}>
          {text}
        </kbd>
      ))}
    </span>
  );
}
