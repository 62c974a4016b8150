import { useQuery } from '@tanstack/react-query';
import { TicketBudget } from '../../agent-tasks/index.ts';
import { api, queryClient } from '../../api/index.ts';
import { AttachButton, AttachmentList, FileDrop } from '../../attachments/index.ts';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Failure } from '../../parts/display/failure.tsx';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { usePainted } from '../../parts/use-painted.ts';
import { type TicketRow, useBoot } from '../../replica/index.ts';
import { mayNotChange, openField } from '../fields/index.ts';
import { OtherEvidence } from './panel/other-evidence.tsx';
import { ProofRail } from './panel/proof-rail.tsx';
import { SubTickets } from './panel/sub-tickets.tsx';
import { TicketChecklist } from './panel/ticket-checklist.tsx';
import { TicketCriteria } from './panel/ticket-criteria.tsx';
import { TicketEvidence } from './panel/ticket-evidence.tsx';
import { TicketFields } from './panel/ticket-fields.tsx';
import { TicketRelations } from './panel/ticket-relations.tsx';
import { TicketReviews } from './panel/ticket-reviews.tsx';
import { TicketTime } from './panel/ticket-time.tsx';
import { TicketWatchers } from './panel/ticket-watchers.tsx';
import { ReactButton } from './stream/react-button.tsx';
import { hasReacted, Reactions } from './stream/reactions.tsx';
import { TicketStream } from './stream/ticket-stream.tsx';
import { UnsentList } from './stream/unsent-list.tsx';
import { TicketDescription } from './texts/ticket-description.tsx';
import { TicketTitle } from './texts/ticket-title.tsx';
import { ticketQueries } from './ticket-queries.ts';
import { useTicketKeys } from './use-ticket-keys.ts';
import './ticket-view.css';

interface Props {
  row: TicketRow;
  /** True if the ticket was deleted: everything stays readable, nothing can be changed. */
  isGone?: boolean;
}

/**
 * A ticket with all its parts. Its row is shown at once, the texts a moment later. Even if they are loaded already,
 * they follow a frame later, so that drawing them does not delay the head.
 */
export function TicketView({ row, isGone = false }: Props) {
  const boot = useBoot();
  const {
    data: loaded,
    error,
    refetch,
  } = useQuery({
    ...ticketQueries.details(row.id),
    // A ticket that the server does not have yet has no texts to load.
    enabled: row.version > 0 && !isGone,
  });
  const details = usePainted(row.id) ? loaded : undefined;
  const isLoading = !details && !error && row.version > 0 && !isGone;
  const reason = details ? details.mayNot.edit : mayNotChange([row], boot);
  const mayNot = isGone ? m.ticket.gone.unknown : reason;
  const mayModerate = isModerator(row, boot);
  const view = useTicketKeys(row, isGone);

  const toggleReaction = (emoji: string) =>
    void attempt(async () => {
      const change = hasReacted(details?.reactions ?? [], emoji) ? api.removeReaction : api.addReaction;
      await change({ params: { id: row.id, emoji } });
      await queryClient.invalidateQueries({ queryKey: ticketQueries.details(row.id).queryKey });
    });

  return (
    <FileDrop ticketId={row.id} disabled={isGone || !details?.may.attach} className="ticket-drop">
      <div
        ref={view}
        className={classes('ticket-view', isGone && 'ticket-view-gone')}
        inert={isGone}
        aria-busy={isLoading}
      >
        <div className="ticket-main">
          <TicketTitle key={row.id} row={row} mayNot={mayNot} />
          {error && !loaded && !isGone && <Failure small error={error} retry={() => void refetch()} />}
          {!loaded && !error && row.version > 0 && !isGone && <Skeleton rows={4} />}
          {!loaded && <UnsentList ticketId={row.id} />}
          {details && (
            <>
              <TicketDescription key={`description-${row.id}`} row={row} details={details} />
              <div className="ticket-tools">
                <Reactions
                  reactions={details.reactions}
                  mayReact={details.may.comment}
                  onReact={toggleReaction}
                />
                {details.may.comment && details.reactions.length === 0 && (
                  <ReactButton onReact={toggleReaction} />
                )}
                {details.may.edit && (
                  <IconButton
                    icon="edit"
                    label={m.ticket.editDescription}
                    className="ticket-tools-edit"
                    onClick={() =>
                      view.current?.querySelector<HTMLElement>('[data-ticket-description]')?.click()
                    }
                  />
                )}
                {details.may.attach && <AttachButton ticketId={row.id} />}
              </div>
              <div className="ticket-parts">
                <ProofRail row={row} />
                <TicketCriteria key={`criteria-${row.id}`} row={row} mayNot={mayNot} />
                <OtherEvidence row={row} />
                <TicketReviews key={`reviews-${row.id}`} row={row} mayNot={mayNot} />
                <TicketChecklist key={`checklist-${row.id}`} row={row} details={details} mayNot={mayNot} />
                <SubTickets key={`sub-tickets-${row.id}`} row={row} details={details} mayNot={mayNot} />
                <TicketRelations key={`relations-${row.id}`} row={row} mayNot={details.mayNot.relate} />
              </div>
              <AttachmentList
                ticketId={row.id}
                count={row.counts.attachments}
                mayNot={details.mayNot.attach}
                mayDelete={(uploaderId) => mayModerate || (uploaderId === boot.me.id && details.may.attach)}
              />
              <TicketStream key={`stream-${row.id}`} row={row} details={details} mayModerate={mayModerate} />
            </>
          )}
        </div>
        <aside className="ticket-side" aria-label={m.ticket.details}>
          <div className="ticket-side-inner">
            <TicketFields row={row} details={details} />
            {details && (
              <div className="ticket-side-more">
                <TicketEvidence row={row} />
                <TicketTime key={`time-${row.id}`} details={details} />
                <TicketWatchers key={`watchers-${row.id}`} details={details} />
                {details.may.createTask && (
                  <Button
                    icon="agent"
                    className="ticket-give"
                    onClick={(event) => openField('giveToAgent', [row.id], event.currentTarget)}
                  >
                    {m.ticket.giveToAgent}
                  </Button>
                )}
                <TicketBudget key={`budget-${row.id}`} ticket={row} mayChange={details.may.createTask} />
              </div>
            )}
          </div>
        </aside>
      </div>
    </FileDrop>
  );
}

type Boot = ReturnType<typeof useBoot>;
const isModerator = ({ projectId, workspaceId }: TicketRow, { projects, workspaces, me }: Boot) => {
  const home =
    projectId === null
      ? workspaces.find(({ id }) => id === workspaceId)
      : projects.find(({ id }) => id === projectId);
  return me.role !== 'VIEWER' && (home?.role === 'admin' || home?.role === 'owner');
};
