import { Fragment, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../../parts/popups/menu-separator.tsx';
import { useBoot } from '../../replica/index.ts';
import { whatOf } from '../fields/change-field.ts';
import { mayNotChange } from '../fields/may-change.ts';
import type { TicketPickerProps } from '../fields/picker-props.ts';
import { useOwnFieldsOf } from '../list/own-columns.ts';
import { VerbPicker } from './verb-picker.tsx';
import type { TicketAction } from './verb-target.ts';
import { type OfferedVerb, offerVerbs, start, verbGroups } from './verbs.ts';

interface TicketMenuProps extends TicketPickerProps {
  more?: readonly TicketAction[] | undefined;
  view?: Element | undefined;
}

/** The pointer rests this long on an item before its sub-menu opens or another one closes. */
const restMs = 140;

/** Every verb for some tickets. A verb that opens a picker has it as a sub-menu. */
export function TicketMenu({ rows, at, open, onOpenChange, more = [], view }: TicketMenuProps) {
  const boot = useBoot();
  const [sub, setSub] = useState<{ verb: OfferedVerb; item: HTMLElement }>();
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  // The sub-menu is beside the menu in the document, so that its keys are not those of the menu.
  useEffect(() => {
    if (!sub) return;
    const own = sub.item.closest('.popup');
    const isInSub = ({ target }: Event) =>
      target instanceof Element && target.closest('.popup') !== null && !own?.contains(target);
    const back = (event: globalThis.KeyboardEvent) => {
      const isTyped = event.target instanceof HTMLInputElement && event.target.value !== '';
      if (event.key !== 'ArrowLeft' || event.defaultPrevented || isTyped || !isInSub(event)) return;
      event.preventDefault();
      setSub(undefined);
    };
    const stay = (event: Event) => isInSub(event) && clearTimeout(resting.current);
    document.addEventListener('keydown', back);
    document.addEventListener('pointerover', stay);
    return () => {
      document.removeEventListener('keydown', back);
      document.removeEventListener('pointerover', stay);
    };
  }, [sub]);
  useOwnFieldsOf(rows);
  const offered = offerVerbs(rows, boot, view);
  const mayNot = mayNotChange(rows, boot);
  const groups = verbGroups
    .map((group) =>
      // The verbs that copy are in the sub-menu of the one that opens it.
      offered.filter((verb) => verb.group === group && (group !== 'copy' || verb.opens)),
    )
    .filter((group) => group.length > 0);
  const openSub = (id: string | undefined, item: HTMLElement) => {
    clearTimeout(resting.current);
    const verb = offered.find((one) => one.id === id && one.opens);
    setSub(verb && { verb, item });
  };

  /** A mouse opens and closes sub-menus by resting on an item. */
  function onPointerOver({ target, pointerType }: PointerEvent): void {
    const item = target instanceof Element ? target.closest<HTMLElement>('[role="menuitem"]') : null;
    if (pointerType !== 'mouse' || !item) return;
    clearTimeout(resting.current);
    if (sub?.item !== item) resting.current = setTimeout(() => openSub(item.dataset.verb, item), restMs);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const item = document.activeElement;
    if (event.key !== 'ArrowRight' || !(item instanceof HTMLElement) || !item.ariaHasPopup) return;
    event.preventDefault();
    openSub(item.dataset.verb, item);
  }

  return (
    <>
      {/* At a point it opens beside the pointer, where it has the whole height of the window. */}
      <Menu
        label={m.verbs.menu}
        at={at}
        side={at instanceof Element ? undefined : 'right'}
        open={open}
        onOpenChange={onOpenChange}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the events of its menu items */}
        <div onPointerOver={onPointerOver} onKeyDown={onKeyDown}>
          <div className="menu-title clipped" aria-hidden="true">
            {whatOf(rows)}
          </div>
          {groups.map((verbs, index) => (
            <Fragment key={verbs[0]?.group}>
              {index > 0 && <MenuSeparator />}
              {verbs.map((verb) => (
                <MenuItem
                  key={verb.id}
                  verb={verb.id}
                  icon={verb.icon}
                  keys={verb.keys}
                  danger={verb.group === 'end'}
                  disabled={verb.mayNot ?? false}
                  sub={verb.opens && { isOpen: sub?.verb.id === verb.id }}
                  onSelect={(item) =>
                    verb.opens ? openSub(verb.id, item) : start(verb, rows, () => item, view)
                  }
                >
                  {verb.name()}
                </MenuItem>
              ))}
              {index === 0 && mayNot === undefined && more.length > 0 && (
                <>
                  <MenuSeparator />
                  {more.map(({ icon, name, keys, run }) => (
                    <MenuItem key={name} icon={icon} keys={keys} onSelect={run}>
                      {name}
                    </MenuItem>
                  ))}
                </>
              )}
            </Fragment>
          ))}
          {mayNot !== undefined && (
            <MenuItem icon="lock" disabled={mayNot}>
              {m.verbs.readOnly}
            </MenuItem>
          )}
        </div>
      </Menu>
      {sub?.verb.opens && sub.verb.opens !== 'giveToAgent' && sub.verb.opens !== 'decline' && (
        <VerbPicker
          key={sub.verb.id}
          what={sub.verb.opens}
          rows={rows}
          at={sub.item}
          side="right"
          open
          onOpenChange={(isOpen) => !isOpen && setSub(undefined)}
          onPicked={() => onOpenChange(false)}
        />
      )}
    </>
  );
}
