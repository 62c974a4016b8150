import { useState } from 'react';
import type { Group } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { formatDateRange, formatLongDate } from '../../parts/dates/dates.ts';
import { attempt } from '../../parts/forms/attempt.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import { isClosed } from '../../parts/ticket-words.ts';
import { refreshProjects } from '../../projects/index.ts';
import { changeTickets, readBoot, readRow, useBoot } from '../../replica/index.ts';
import { moveDue } from '../calendar/due-day.ts';
import { whatOf } from '../fields/index.ts';
import { type Bar, barOfGroup, barOfTicket, type Edge, moveBar } from './bar.ts';
import { dayOfNumber } from './time-scale.ts';

type GroupDates = Pick<Group, 'startsAt' | 'endsAt'>;

/** Changes dates: of tickets through the replica, of groups through the API. Shown at once, and undone by the toast. */
export function useMoveDates() {
  const zone = useBoot().preferences?.timezone ?? 'UTC';
  /** Dates of groups that the server does not have yet. */
  const [moved, setMoved] = useState<ReadonlyMap<string, GroupDates>>(new Map());
  const [announcement, announce] = useState('');
  const [queue] = useState(() => new SaveQueue());

  function moveTicket(id: string, days: number): void {
    const row = readRow(id);
    if (!row || isClosed(row)) return;
    const day = dayOfNumber(barOfTicket(row).end + days);
    const sentence = m.calendar.movedTo(whatOf([row]), formatLongDate(day));
    changeTickets([id], { dueDate: moveDue(row.dueDate, day, zone) }, sentence);
    announce(sentence);
  }

  function moveGroup(id: string, edge: Edge, days: number): void {
    const group = readBoot().groups.find((one) => one.id === id);
    const before = moved.get(id) ?? group;
    const bar = before && barOfGroup(before);
    if (!group || !bar) return;
    const next = moveBar(bar, edge, days);
    if (next.start === bar.start && next.end === bar.end) return;
    const sentence = sentenceOf(group.name, next);
    announce(sentence);
    save(group, datesOf(next), () =>
      showToast({
        text: sentence,
        actions: [{ name: m.shell.undo, run: () => save(group, datesOf(bar)) }],
      }),
    );
  }

  function save(
    { id }: Group,
    dates: { startsAt: string | null; endsAt: string | null },
    onSaved?: () => void,
  ) {
    const shown: GroupDates = {
      ...(dates.startsAt && { startsAt: dates.startsAt }),
      ...(dates.endsAt && { endsAt: dates.endsAt }),
    };
    setMoved((all) => new Map(all).set(id, shown));
    void queue.add(id, async () => {
      const isSaved = await attempt(() => api.updateGroup({ params: { id }, body: dates }));
      if (isSaved) onSaved?.();
      if (queue.isLast(id)) await refreshProjects().catch(() => {});
      if (queue.isLast(id)) setMoved((all) => new Map([...all].filter(([other]) => other !== id)));
    });
  }

  return { moveTicket, moveGroup, moved, announcement };
}

/** Sends one request at a time for each group, in the order of the changes. */
class SaveQueue {
  readonly #waiting = new Map<string, number>();
  readonly #last = new Map<string, Promise<void>>();

  add(id: string, run: () => Promise<void>): Promise<void> {
    this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1);
    const done = (this.#last.get(id) ?? Promise.resolve()).then(run).finally(() => {
      this.#waiting.set(id, (this.#waiting.get(id) ?? 1) - 1);
    });
    this.#last.set(id, done);
    return done;
  }

  /** True if the change that is being saved is the only one. */
  isLast = (id: string): boolean => this.#waiting.get(id) === 1;
}

const datesOf = ({ start, end, isStartOpen, isEndOpen }: Bar) => ({
  startsAt: isStartOpen ? null : dayOfNumber(start),
  endsAt: isEndOpen ? null : dayOfNumber(end),
});

function sentenceOf(name: string, { start, end, isStartOpen, isEndOpen }: Bar): string {
  if (isStartOpen) return m.timeline.groupEnds(name, formatLongDate(dayOfNumber(end)));
  if (isEndOpen) return m.timeline.groupStarts(name, formatLongDate(dayOfNumber(start)));
  return m.timeline.groupMoved(name, formatDateRange(dayOfNumber(start), dayOfNumber(end)));
}
