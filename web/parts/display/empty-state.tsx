import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-shapes.ts';
import './empty-state.css';

export interface EmptyStateProps {
  icon?: IconName;
  /** One sentence about what would be here. */
  title: string;
  text?: ReactNode;
  /** The one action that fills it. */
  action?: ReactNode;
  /** Inside a card or a column instead of a whole screen. */
  small?: boolean;
}

export function EmptyState({ icon, title, text, action, small }: EmptyStateProps) {
  return (
    <div className={small ? 'empty-state empty-state-small' : 'empty-state'}>
      {icon && (
        <span className="empty-state-icon">
          <Icon name={icon} size="large" />
        </span>
      )}
      <p className="empty-state-title">{title}</p>
      {text && <p className="empty-state-text">{text}</p>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  );
}
