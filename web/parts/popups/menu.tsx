import type { ReactNode } from 'react';
import { useLateParts } from '../late.ts';
import { type AnchoredProps, useAnchored } from './use-anchored.ts';
import './menu.css';

export interface MenuProps extends AnchoredProps {
  /** The name of the menu. */
  label: string;
  /** `MenuItem`, `MenuGroup` and `MenuSeparator`. */
  children: ReactNode;
}

export function Menu(props: MenuProps) {
  const anchored = useAnchored(props, 'menu');
  const late = useLateParts(anchored.isOpen);
  return (
    <>
      {anchored.triggerElement}
      {late && (
        <late.MenuPopup anchored={anchored} label={props.label} side={props.side} align={props.align}>
          {props.children}
        </late.MenuPopup>
      )}
    </>
  );
}
