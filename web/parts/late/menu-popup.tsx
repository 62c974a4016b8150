import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useId,
  useRef,
} from 'react';
import { m } from '../../messages/index.ts';
import type { Anchored } from '../popups/use-anchored.ts';
import { findByTyping, type TypedText } from './find-by-typing.ts';
import type { Align, Side } from './place-popup.ts';
import { PopupFrame } from './popup-frame.tsx';

interface MenuPopupProps {
  anchored: Anchored;
  label: string;
  side?: Side | undefined;
  align?: Align | undefined;
  children: ReactNode;
}

const CloseMenu = createContext<() => void>(() => {});

export function MenuPopup({ anchored, label, side, align, children }: MenuPopupProps) {
  const typed = useRef<TypedText>({ text: '', at: 0 });
  if (!anchored.isOpen) return null;
  const close = () => anchored.setOpen(false);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === 'Tab') {
      // Tab continues from the button, as if the menu had not been opened.
      anchored.focusTrigger();
      close();
      return;
    }
    const next = findNext(event, typed);
    if (next === undefined) return;
    event.preventDefault();
    next?.focus();
  }

  return (
    <PopupFrame
      anchored={anchored}
      side={side}
      align={align}
      region={m.parts.menuOf(label)}
      role="menu"
      aria-label={label}
      className="menu"
      onOpen={(popup) => ((anchored.isByKeyboard() && listItems(popup)[0]) || popup).focus()}
      onKeyDown={onKeyDown}
    >
      <CloseMenu value={close}>{children}</CloseMenu>
    </PopupFrame>
  );
}

const listItems = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

/** The item to focus; null if the menu handles the key without moving, undefined if it does not handle it. */
function findNext(event: KeyboardEvent<HTMLElement>, typed: { current: TypedText }) {
  const items = listItems(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' || event.key === ' ') {
    items[at]?.click();
    return null;
  }
  const moves: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: at <= 0 ? items.length - 1 : at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const move = moves[event.key];
  if (move !== undefined) return items[move] ?? null;
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const texts = items.map((item) => item.querySelector('.menu-item-text')?.textContent ?? '');
  const found = findByTyping(texts, at, typed.current, event.key, event.timeStamp);
  typed.current = found.typed;
  return items[found.index] ?? null;
}

interface ItemProps {
  className: string;
  children: ReactNode;
  disabled: boolean;
  closeOnClick: boolean;
  onSelect: ((item: HTMLElement) => void) | undefined;
  'data-verb': string | undefined;
}

interface PlainItemProps extends ItemProps {
  'aria-haspopup': 'dialog' | undefined;
  'aria-expanded': boolean | undefined;
}

export function MenuPlainItem({ disabled, closeOnClick, onSelect, ...rest }: PlainItemProps) {
  const select = useSelect({ disabled, closeOnClick, onSelect });
  return <div role="menuitem" tabIndex={-1} {...select} {...rest} />;
}

export function MenuCheckItem({
  disabled,
  closeOnClick,
  onSelect,
  checked,
  children,
  ...rest
}: ItemProps & { checked: boolean }) {
  const select = useSelect({ disabled, closeOnClick, onSelect });
  return (
    <div role="menuitemcheckbox" tabIndex={-1} aria-checked={checked} {...select} {...rest}>
      <span className={checked ? 'icon icon-check menu-item-tick' : 'menu-item-tick'} aria-hidden="true" />
      {children}
    </div>
  );
}

export function MenuLink({
  href,
  ...rest
}: Pick<ItemProps, 'className' | 'children' | 'data-verb'> & { href: string }) {
  const close = use(CloseMenu);
  return (
    <a
      role="menuitem"
      tabIndex={-1}
      href={href}
      onPointerMove={focusUnderPointer}
      onClick={close}
      {...rest}
    />
  );
}

function useSelect({
  disabled,
  closeOnClick,
  onSelect,
}: Pick<ItemProps, 'disabled' | 'closeOnClick' | 'onSelect'>) {
  const close = use(CloseMenu);
  return {
    'aria-disabled': disabled || undefined,
    onPointerMove: focusUnderPointer,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      if (disabled) return;
      onSelect?.(currentTarget);
      if (closeOnClick) close();
    },
  };
}

/** The item under the pointer is also the item that the keys have marked. */
const focusUnderPointer = ({ currentTarget }: MouseEvent<HTMLElement>) => {
  if (currentTarget !== document.activeElement) currentTarget.focus({ preventScroll: true });
};

export function MenuSection({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu
    <div role="group" aria-labelledby={id} className="menu-group">
      <div id={id} className="menu-group-label">
        {label}
      </div>
      {children}
    </div>
  );
}
