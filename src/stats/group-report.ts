import type { GroupMove } from './group-store.ts';

/** How many tickets, and the sum of their estimates. */
export interface Amount {
  tickets: number;
  estimate: number;
}

/** A ticket that was in the group at some time. */
interface Member {
  /** Sorted by time. */
  moves: GroupMove[];
  wasInAtStart: boolean;
  hasEntered: boolean;
  isIn: boolean;
}

/**
 * What became of the scope of a group. A ticket that was open when it went to another cycle is carried over; any other
 * that left is removed. So `atStart + added - removed - carriedOver = now`.
 */
export function summarizeScope(members: Member[], endMs: number) {
  const left = members.filter((member) => !member.isIn && (member.wasInAtStart || member.hasEntered));
  const isCarried = ({ moves }: Member) => {
    const last = moves.at(-1) as GroupMove;
    return last.toCycle === 1 && last.status !== 'cancelled' && !isDoneBy(last, last.at);
  };
  const inNow = members.filter(({ isIn }) => isIn);
  const isDone = (member: Member) => isDoneBy(member.moves[0] as GroupMove, endMs);
  return {
    atStart: sumMembers(members.filter(({ wasInAtStart }) => wasInAtStart)),
    added: sumMembers(members.filter(({ wasInAtStart, hasEntered }) => !wasInAtStart && hasEntered)),
    removed: sumMembers(left.filter((member) => !isCarried(member))),
    carriedOver: sumMembers(left.filter(isCarried)),
    now: sumMembers(inNow),
    completed: sumMembers(inNow.filter(isDone)),
  };
}

export function groupMembers(moves: GroupMove[], startMs: number): Member[] {
  return Array.from(Map.groupBy(moves, ({ ticketId }) => ticketId).values(), (ofTicket) => {
    const sorted = ofTicket.sort((a, b) => a.at - b.at);
    return {
      moves: sorted,
      wasInAtStart: isInAt(sorted, startMs + 1),
      hasEntered: sorted.some(({ at, isIn }) => isIn === 1 && at > startMs),
      isIn: sorted.at(-1)?.isIn === 1,
    };
  });
}

/** The scope at the end of a day and what changed during it; nothing counts as added before the start. */
export function summarizeDay(members: Member[], startMs: number, fromMs: number, beforeMs: number) {
  const inScope = members.filter(({ moves }) => isInAt(moves, beforeMs));
  const moved = (isIn: number) =>
    sumMembers(
      members.filter(({ moves }) =>
        moves.some(
          (move) => move.isIn === isIn && move.at > startMs && move.at >= fromMs && move.at < beforeMs,
        ),
      ),
    );
  return {
    scope: sumMembers(inScope),
    completed: sumMembers(inScope.filter(({ moves }) => isDoneBy(moves[0] as GroupMove, beforeMs - 1))),
    added: moved(1),
    removed: moved(0),
  };
}

const isInAt = (moves: GroupMove[], beforeMs: number) =>
  moves.findLast(({ at }) => at < beforeMs)?.isIn === 1;

const isDoneBy = ({ completedAt }: GroupMove, atMs: number) => completedAt !== null && completedAt <= atMs;

function sumMembers(members: Member[]): Amount {
  const hundredths = members.reduce((sum, { moves }) => sum + (moves[0]?.estimate ?? 0), 0);
  return { tickets: members.length, estimate: hundredths / 100 };
}
