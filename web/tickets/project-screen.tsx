import type { ReactNode } from 'react';
import type { BootProject } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { tooltipAttributes } from '../parts/popups/tooltip.ts';
import { ProjectCrumb, ProjectTabs } from '../projects/index.ts';
import { openNewTicket, type Prefill } from './new-ticket/new-ticket-state.ts';

interface ProjectScreenProps {
  project: BootProject;
  title: string;
  /** What a ticket made here has from the start. */
  newTicket: Prefill | undefined;
  bar: ReactNode;
  className?: string;
  children: ReactNode;
}

/** The frame of a view of a project's tickets. */
export function ProjectScreen({ project, title, newTicket, bar, className, children }: ProjectScreenProps) {
  return (
    <Screen
      title={title}
      {...(className && { className })}
      before={<ProjectCrumb project={project} />}
      tabs={<ProjectTabs projectKey={project.key} />}
      beside={
        !newTicket && (
          <span {...tooltipAttributes(project.mayNot.createTicket)}>
            <Badge>{m.tickets.readOnly}</Badge>
          </span>
        )
      }
      actions={
        newTicket && (
          <Button
            icon="plus"
            keys="c"
            tooltip={m.tickets.create.title}
            onClick={() => openNewTicket(newTicket)}
          >
            {m.tickets.create.title}
          </Button>
        )
      }
      bar={bar}
    >
      {children}
    </Screen>
  );
}
