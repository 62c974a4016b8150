import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { type TicketRow, useProject, useRow } from '../../replica/index.ts';
import { TicketLink } from './ticket-link.tsx';
import './ticket-crumbs.css';

/** The path to the ticket: project, parent, its own key. */
export function TicketCrumbs({ row }: { row: TicketRow }) {
  const project = useProject(row.projectId);
  const parent = useRow(row.parentId);
  return (
    <span className="ticket-crumbs">
      {project && <span className="ticket-crumb-project">{project.name}</span>}
      {parent && (
        <>
          <Icon name="chevron-right" />
          <TicketLink ticket={parent} className="ticket-crumb-parent">
            <span className="said">{m.ticket.subTicketOf('')} </span>
            {parent.key ?? parent.title}
          </TicketLink>
        </>
      )}
      {(project || parent) && <Icon name="chevron-right" />}
      <span className="ticket-crumb-key figures">{row.key ?? m.ticket.untitled}</span>
    </span>
  );
}
