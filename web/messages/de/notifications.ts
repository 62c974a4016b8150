import type { Messages } from '../en/index.ts';

export const notifications: Messages['notifications'] = {
  inbox: 'Posteingang',
  list: 'Benachrichtigungen',
  detail: 'Ticket',
  all: 'Alle',
  unread: 'Ungelesen',
  filter: 'Angezeigte Benachrichtigungen',
  markAllRead: 'Alle als gelesen markieren',
  markRead: 'Als gelesen markieren',
  markUnread: 'Als ungelesen markieren',
  remove: 'Entfernen',
  empty: 'Der Posteingang ist leer.',
  emptyText: 'Zuweisungen, Erwähnungen und Änderungen beobachteter Tickets erscheinen hier.',
  allRead: 'Alles ist gelesen.',
  more: (count) => (count === 1 ? '1 frühere' : `${count} frühere`),
  next: 'Nächste',
  previous: 'Vorige',
  open: 'Öffnen',
  showMore: 'Mehr anzeigen',
  unreadMark: 'Ungelesen',
};
