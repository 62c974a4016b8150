import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CardProgress } from '../../../sdk/index.ts';
import { api, queryClient } from '../../api/index.ts';
import { subscribeEvents, type TicketRow } from '../../replica/index.ts';

const progressKey = 'progress';
const perRequest = 100;
const staleMs = 5 * 60_000;

/**
 * How far a ticket is. The cards that are drawn at once are asked for together. A change of its checklist changes the
 * ticket; a change of a child makes its parent stale.
 */
export function useProgress({ id, key, updatedAt }: TicketRow, isWanted: boolean): CardProgress | undefined {
  useEffect(() => {
    if (isWanted) follow();
  }, [isWanted]);
  const { data } = useQuery({
    queryKey: [progressKey, id, updatedAt],
    queryFn: () => readTogether(id),
    // A ticket without a key is not on the server yet.
    enabled: isWanted && key !== null,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  });
  return data ?? undefined;
}

let isFollowing = false;

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  subscribeEvents(({ type, data }) => {
    if (!type.startsWith('ticket.')) return;
    const { row, changes } = data as {
      row?: { parentId: string | null };
      changes?: Record<string, { from: unknown }>;
    };
    for (const parent of [row?.parentId, changes?.parentId?.from])
      if (parent) void queryClient.invalidateQueries({ queryKey: [progressKey, parent] });
  });
}

let waiting: Map<string, ((progress: CardProgress | null) => void)[]> | undefined;

/** Collects what is asked for in this turn, and reads it with few requests. */
function readTogether(id: string): Promise<CardProgress | null> {
  if (!waiting) {
    waiting = new Map();
    setTimeout(() => {
      const asked = waiting ?? new Map();
      waiting = undefined;
      const ids = [...asked.keys()];
      for (let from = 0; from < ids.length; from += perRequest)
        void readSome(ids.slice(from, from + perRequest), asked);
    });
  }
  return new Promise((resolve) => waiting?.set(id, [...(waiting.get(id) ?? []), resolve]));
}

async function readSome(
  ids: readonly string[],
  asked: ReadonlyMap<string, ((progress: CardProgress | null) => void)[]>,
): Promise<void> {
  const answer = await api.listProgress({ query: { ids: ids.join(',') } }).catch(() => undefined);
  for (const id of ids) {
    const found = answer?.data.find((progress) => progress.id === id) ?? null;
    for (const resolve of asked.get(id) ?? []) resolve(found);
  }
}
