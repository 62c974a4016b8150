import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { getLateParts } from './late.ts';

export interface SubMenuProps {
  icon?: IconName;
  label: string;
  children: ReactNode;
}

/** An item that opens a menu of its own. */
export function SubMenu({ icon, label, children }: SubMenuProps) {
  const { MenuSubmenu } = getLateParts();
  return (
    <MenuSubmenu
      label={label}
      trigger={
        <>
          {icon && <Icon name={icon} />}
          <span className="menu-item-text">{label}</span>
          <Icon name="chevron-right" />
        </>
      }
    >
      {children}
    </MenuSubmenu>
  );
}
