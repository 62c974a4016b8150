import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import type { IconName } from '../../parts/icons/icon-shapes.ts';

export interface Suggestion {
  /** The text to insert. */
  text: string;
  /** What the list shows. */
  label: string;
  hint?: string | undefined;
  icon?: IconName | undefined;
}

interface SuggestionListProps<T extends Suggestion> {
  id: string;
  items: readonly T[];
  chosen: number;
  onAccept: (item: T) => void;
}

/** A list below the field of what the text at the caret may become. */
export function SuggestionList<T extends Suggestion>({
  id,
  items,
  chosen,
  onAccept,
}: SuggestionListProps<T>) {
  return (
    <div
      className="filter-suggestions"
      id={`${id}-list`}
      role="listbox"
      aria-label={m.filter.suggestions}
      hidden={items.length === 0}
    >
      {items.map((item, index) => (
        <div
          key={item.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          className="filter-suggestion"
          // The press must not take the focus from the field.
          onPointerDown={(event) => {
            event.preventDefault();
            onAccept(item);
          }}
        >
          {item.icon && <Icon name={item.icon} />}
          <span className="filter-suggestion-name clipped">{item.label}</span>
          {item.hint && <span className="filter-suggestion-hint clipped">{item.hint}</span>}
        </div>
      ))}
    </div>
  );
}
