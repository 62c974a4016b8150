import { m } from '../messages/index.ts';
import { Checkbox } from '../parts/controls/checkbox.tsx';
import { allEvents, eventGroupNames, groupEvents } from './event-names.ts';
import './event-picker.css';

export interface EventPickerProps {
  chosen: ReadonlySet<string>;
  error?: string;
  onChange: (chosen: Set<string>) => void;
}

/** Events by what they are about; a group is chosen whole or in parts. */
export function EventPicker({ chosen, error, onChange }: EventPickerProps) {
  const texts = m.webhooks.form;
  const set = (names: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const name of names) on ? next.add(name) : next.delete(name);
    onChange(next);
  };
  const all = allEvents();
  return (
    <fieldset className="event-picker" aria-describedby={error ? 'event-picker-error' : undefined}>
      <legend className="event-picker-legend">{texts.events}</legend>
      {error && (
        <p id="event-picker-error" className="event-picker-error" role="alert">
          {error}
        </p>
      )}
      <Checkbox
        label={texts.allEvents}
        checked={all.every((name) => chosen.has(name))}
        mixed={chosen.size > 0 && chosen.size < all.length}
        onChange={(on) => set(all, on)}
      />
      <div className="event-picker-box">
        <div className="event-picker-groups">
          {eventGroupNames.map((group) => {
            const names = groupEvents(group);
            const count = names.filter((name) => chosen.has(name)).length;
            return (
              <div key={group} className="event-picker-group">
                <Checkbox
                  className="event-picker-group-name"
                  label={m.webhooks.groups[group]}
                  checked={count === names.length}
                  mixed={count > 0 && count < names.length}
                  onChange={(on) => set(names, on)}
                />
                {names.map((name) => (
                  <Checkbox
                    key={name}
                    className="event-picker-event"
                    label={<code>{name}</code>}
                    checked={chosen.has(name)}
                    onChange={(on) => set([name], on)}
                  />
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </fieldset>
  );
}
