import { Icon } from '../parts/icons/icon.tsx';
import { type IconName, iconShapes } from '../parts/icons/icon-shapes.ts';
import { PriorityIcon } from '../parts/icons/priority-icon.tsx';
import { StatusIcon } from '../parts/icons/status-icon.tsx';
import { TypeIcon } from '../parts/icons/type-icon.tsx';
import { choiceLabel, choicesOf, statusLabel, ticketStatuses } from '../parts/ticket-words.ts';

const names = Object.keys(iconShapes) as IconName[];

export function Icons() {
  return (
    <>
      <div className="design-row">
        {ticketStatuses.map((status) => (
          <span key={status} className="design-row">
            <StatusIcon status={status} /> {statusLabel(status)}
          </span>
        ))}
      </div>
      <div className="design-row">
        {choicesOf('priority').map((priority) => (
          <span key={priority} className="design-row">
            <PriorityIcon priority={priority} /> {choiceLabel('priority', priority)}
          </span>
        ))}
      </div>
      <div className="design-row">
        {choicesOf('type').map((type) => (
          <span key={type} className="design-row">
            <TypeIcon type={type} /> {choiceLabel('type', type)}
          </span>
        ))}
      </div>
      <div className="design-icons">
        {names.map((name) => (
          <span key={name} className="design-icon">
            <Icon name={name} />
            <span>{name}</span>
          </span>
        ))}
      </div>
    </>
  );
}
