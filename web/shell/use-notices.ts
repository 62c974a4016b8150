import { useEffect } from 'react';
import { m } from '../messages/index.ts';
import { closeToast, conflictIn, setToastText, showToast, withdrawToast } from '../parts/popups/toasts.ts';
import { type Notice, onNotice, readRow, subscribeAnswers } from '../replica/index.ts';
import { navigate } from '../router/index.ts';
import { askToCloseAnyway, askToSignInAgain } from './shell-state.ts';

/** The toasts of changes that can be undone. */
const toastByUndo = new WeakMap<() => void, number>();

/** Shows what the replica reports: changes done, refused or withdrawn. */
export function useNotices(): void {
  useEffect(() => {
    const openTicket = (id: string | undefined) => {
      const row = readRow(id ?? '');
      if (row) void navigate({ to: '.', search: (search) => ({ ...search, ticket: row.key ?? row.id }) });
    };
    const ends = [onNotice((notice) => show(notice, openTicket)), subscribeAnswers(nameCreated)];
    return () => {
      for (const end of ends) end();
    };
  }, [navigate]);
}

/** The toasts of tickets that the server has not named yet. */
const toastOfCreated = new Map<string, number>();

/** The server has given a new ticket its key. */
function nameCreated({ id, key, title }: { id: string; key?: string; title: string }): void {
  if (key) setToastText(toastOfCreated.get(id) ?? 0, m.tickets.create.created(`${key} “${title}”`));
  toastOfCreated.delete(id);
}

function show(notice: Notice, openTicket: (id: string | undefined) => void): void {
  const open = (id: string | undefined) => ({ name: m.shell.open, run: () => openTicket(id) });
  switch (notice.kind) {
    case 'done': {
      const [id = ''] = notice.ticketIds;
      const isCreated = readRow(id)?.version === 0;
      const undo = { name: m.shell.undo, run: notice.undo };
      const toast = showToast({ text: notice.summary, actions: isCreated ? [open(id), undo] : [undo] });
      toastByUndo.set(notice.undo, toast);
      if (isCreated) toastOfCreated.set(id, toast);
      break;
    }
    case 'undone':
      // The action that the toast offers was carried out, by its button or by a key.
      closeToast(toastByUndo.get(notice.undo) ?? 0);
      if (notice.summary) showToast({ text: m.shell.undone(notice.summary) });
      break;
    case 'refused':
      withdrawToast(notice.summary);
      // Only the person can resolve this conflict.
      if (notice.refusal.missing || /openChildren"/.test(JSON.stringify(notice.refusal)))
        return void askToCloseAnyway(notice);
      showToast({
        text: m.shell.refused(
          listKeys(notice.ticketIds),
          Object.values(notice.refusal.details ?? {}).flat()[0] ?? notice.refusal.message,
        ),
        tone: 'refused',
        actions: [{ name: m.shell.tryAgain, run: notice.retry }, open(notice.ticketIds[0])],
      });
      break;
    case 'comment-refused':
      showToast({
        text: m.shell.refused(listKeys([notice.ticketId]), notice.refusal.message),
        tone: 'refused',
        actions: [open(notice.ticketId)],
      });
      break;
    case 'conflict':
      withdrawToast(notice.summary);
      showToast({
        text: m.shell.conflict(listKeys([notice.ticketId])),
        tone: 'refused',
        about: conflictIn(notice.ticketId),
        actions: [open(notice.ticketId)],
      });
      break;
    case 'gone':
      showToast({ text: m.shell.gone(notice.name) });
      break;
    case 'signed-out':
      askToSignInAgain();
  }
}

const shownKeys = 3;
const listKeys = (ids: readonly string[]) =>
  ids
    .slice(0, shownKeys)
    .flatMap((id) => readRow(id)?.key ?? [])
    .join(', ');
