import { CSPProvider } from '@base-ui/react/csp-provider';
import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { m } from '../../messages/index.ts';
import type { Anchored } from '../use-anchored.ts';

interface MenuPopupProps {
  anchored: Anchored;
  label: string;
  side?: 'bottom' | 'top' | 'right' | 'left' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  children: ReactNode;
}

export function MenuPopup({ anchored, label, side = 'bottom', align = 'start', children }: MenuPopupProps) {
  return (
    <CSPProvider disableStyleElements>
      <Menu.Root
        open={anchored.isOpen}
        modal={false}
        onOpenChange={(open, details) => {
          if (!open && details.reason === 'outside-press' && anchored.isOnTrigger(details.event))
            details.cancel();
          else anchored.setOpen(open);
        }}
      >
        <Menu.Portal role="region" aria-label={m.parts.menuOf(label)}>
          <Menu.Positioner
            className="popup-place"
            anchor={anchored.anchor}
            side={side}
            align={align}
            sideOffset={4}
            collisionPadding={8}
          >
            <Menu.Popup
              id={anchored.id}
              ref={(popup) => {
                if (popup) prepare(popup, anchored);
              }}
              onKeyDown={(event) => {
                // Tab goes on from the button, as if the menu had not been opened.
                if (event.key !== 'Tab') return;
                anchored.focusTrigger();
                anchored.setOpen(false);
              }}
              className="popup menu"
              aria-label={label}
              finalFocus={anchored.returnFocus}
            >
              {children}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </CSPProvider>
  );
}

const prepared = new WeakSet<HTMLElement>();

/** Once for each opening: React calls the ref again at every rendering. */
function prepare(popup: HTMLElement, anchored: Anchored): void {
  if (prepared.has(popup)) return;
  prepared.add(popup);
  // Base UI's guards are in the Tab order and hidden from screen readers at once; Tab closes the menu without them.
  requestAnimationFrame(() => {
    for (const guard of findGuards(popup, anchored)) guard.setAttribute('tabindex', '-1');
    if (anchored.isByKeyboard()) popup.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  });
}

const guards = '[data-base-ui-focus-guard]';

const findGuards = (popup: HTMLElement, anchored: Anchored) => [
  ...(popup.closest('[data-base-ui-portal]')?.querySelectorAll(guards) ?? []),
  ...(anchored.triggerParent()?.querySelectorAll(`:scope > ${guards}`) ?? []),
];

interface ItemProps {
  className: string;
  children: ReactNode;
  disabled: boolean;
  closeOnClick: boolean;
  onSelect: (() => void) | undefined;
}

export function MenuPlainItem({ onSelect, ...rest }: ItemProps) {
  return <Menu.Item {...rest} onClick={() => onSelect?.()} />;
}

export function MenuCheckItem({ onSelect, checked, children, ...rest }: ItemProps & { checked: boolean }) {
  return (
    <Menu.CheckboxItem {...rest} checked={checked} onCheckedChange={() => onSelect?.()}>
      <span className={checked ? 'icon icon-check menu-item-tick' : 'menu-item-tick'} aria-hidden="true" />
      {children}
    </Menu.CheckboxItem>
  );
}

export function MenuLink({
  href,
  className,
  children,
}: {
  href: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <Menu.LinkItem href={href} className={className} closeOnClick>
      {children}
    </Menu.LinkItem>
  );
}

export function MenuSection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu.Group className="menu-group">
      <Menu.GroupLabel className="menu-group-label">{label}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  );
}

interface MenuSubmenuProps {
  label: string;
  trigger: ReactNode;
  children: ReactNode;
}

export function MenuSubmenu({ label, trigger, children }: MenuSubmenuProps) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className="menu-item" openOnHover>
        {trigger}
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner
          className="popup-place"
          side="right"
          align="start"
          alignOffset={-5}
          collisionPadding={8}
        >
          <Menu.Popup className="popup menu" aria-label={label}>
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}
