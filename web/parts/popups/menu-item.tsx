import type { ReactNode } from 'react';
import { KeyHint } from '../display/key-hint.tsx';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-shapes.ts';
import { getLateParts } from '../late.ts';

export interface MenuItemProps {
  icon?: IconName;
  /** Instead of an icon: an avatar, a status. */
  before?: ReactNode;
  keys?: string | undefined;
  onSelect?: (item: HTMLElement) => void;
  /** It has a sub-menu, which `onSelect` opens; the menu stays open. */
  sub?: { isOpen: boolean } | undefined;
  /** The id of the verb that it runs. */
  verb?: string;
  /** A link instead of an action. */
  href?: string | undefined;
  /** Makes it an item with a tick. */
  checked?: boolean;
  /** A reason disables the item and is announced. */
  disabled?: boolean | string;
  danger?: boolean;
  /** Keeps the menu open, for items with a tick. */
  stay?: boolean;
  children: ReactNode;
}

export function MenuItem({
  icon,
  before,
  keys,
  onSelect,
  sub,
  verb,
  href,
  checked,
  disabled,
  danger,
  stay,
  children,
}: MenuItemProps) {
  const { MenuPlainItem, MenuCheckItem, MenuLink } = getLateParts();
  const reason = typeof disabled === 'string' ? disabled : undefined;
  const content = (
    <>
      {before ?? (icon && <Icon name={icon} />)}
      <span className="menu-item-text">
        {children}
        {reason && <span className="menu-item-reason">{reason}</span>}
      </span>
      {keys && <KeyHint keys={keys} />}
      {sub && <Icon name="chevron-right" className="menu-item-sub" />}
    </>
  );
  const shared = {
    className: danger ? 'menu-item menu-item-danger' : 'menu-item',
    children: content,
    'data-verb': verb,
  };
  if (href !== undefined && !disabled) return <MenuLink {...shared} href={href} />;
  const action = { ...shared, disabled: Boolean(disabled), closeOnClick: !stay && !sub };
  if (checked !== undefined) return <MenuCheckItem {...action} checked={checked} onSelect={onSelect} />;
  return (
    <MenuPlainItem
      {...action}
      onSelect={onSelect}
      aria-haspopup={sub && 'dialog'}
      aria-expanded={sub?.isOpen}
    />
  );
}
