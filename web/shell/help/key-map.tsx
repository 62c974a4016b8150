import { Fragment } from 'react';
import { m } from '../../messages/index.ts';
import { KeyHint } from '../../parts/display/key-hint.tsx';
import { type KeyGroup, listKeys, useSingleKeys } from '../../parts/keys/keys.ts';
import './key-map.css';

const groups: KeyGroup[] = ['anywhere', 'go', 'lists', 'ticket'];

/** Every key that works on the screen below it. */
export function KeyMap() {
  const areSingleKeysOn = useSingleKeys();
  return (
    <section aria-label={m.shell.keys.title}>
      {!areSingleKeysOn && <p className="key-map-off">{m.shell.keys.switchedOff}</p>}
      <div className="key-map">
        {groups.map((group) => (
          <KeyGroupList key={group} group={group} />
        ))}
      </div>
    </section>
  );
}

function KeyGroupList({ group }: { group: KeyGroup }) {
  const named = listKeys().filter((binding) => binding.name && (binding.group ?? 'anywhere') === group);
  // A screen and the drawer over it can bind the same key; the upper one is in force.
  const bindings = named.filter(({ keys }, index) => named.findIndex((one) => one.keys === keys) === index);
  if (bindings.length === 0) return null;
  return (
    <section>
      <h3 className="key-map-group">{m.shell.keys[group]}</h3>
      <dl className="key-map-list">
        {bindings.map(({ keys, name }) => (
          <Fragment key={keys}>
            <dt>{name}</dt>
            <dd>
              <KeyHint keys={keys} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
