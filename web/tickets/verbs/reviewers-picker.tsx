import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { PersonAvatar } from '../../parts/display/avatar.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { Picker } from '../../parts/popups/picker.tsx';
import { useReviewers } from '../../projects/index.ts';
import type { TicketPickerProps } from '../fields/picker-props.ts';
import { ticketQueries } from '../ticket/ticket-queries.ts';

/** Chooses who is asked to review a ticket. Each pick is stored at once. */
export function ReviewersPicker({ rows, ...anchor }: TicketPickerProps) {
  const { id = '', projectId = null, workspaceId = '' } = rows[0] ?? {};
  const query = ticketQueries.reviews(id);
  const { data } = useQuery(query);
  const people = useReviewers({ projectId, workspaceId });
  if (!data) return null;
  // Somebody who was asked and may no longer review can still be removed.
  const others = data.reviewers.filter((asked) => people.every((person) => person.id !== asked.id));
  const save = (userIds: string[]) =>
    void attempt(async () => {
      const body = { userIds };
      queryClient.setQueryData(query.queryKey, await api.setReviewers({ params: { id }, body }));
    });
  return (
    <Picker
      {...anchor}
      multiple
      label={m.ticket.reviews.ask}
      placeholder={m.ticket.watchers.search}
      value={data.reviewers.map((person) => person.id)}
      onChange={save}
      options={[...people, ...others].map((person) => ({
        id: person.id,
        label: person.name,
        before: <PersonAvatar person={person} />,
      }))}
    />
  );
}
