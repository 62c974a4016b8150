import type { Messages } from '../en/index.ts';

export const notifications: Messages['notifications'] = {
  inbox: 'Posteingang',
  list: 'Benachrichtigungen',
  all: 'Alle',
  unread: 'Ungelesen',
  filter: 'Angezeigte Benachrichtigungen',
  markAllRead: 'Alle als gelesen markieren',
  markRead: 'Als gelesen markieren',
  markUnread: 'Als ungelesen markieren',
  empty: 'Der Posteingang ist leer.',
  emptyText:
    'Zuweisungen, Erwähnungen, Fragen von Agenten und Änderungen beobachteter Tickets erscheinen hier.',
  ofTask: (kind, agent, task) =>
    agent === undefined
      ? `Ein Agent meldet sich nicht mehr bei der Aufgabe „${task}“`
      : kind === 'agent_question'
        ? `${agent} fragt zur Aufgabe „${task}“`
        : kind === 'agent_result'
          ? `${agent} hat die Aufgabe „${task}“ erledigt`
          : `${agent} konnte die Aufgabe „${task}“ nicht erledigen`,
  allRead: 'Alles ist gelesen.',
  more: (count) => (count === 1 ? '1 frühere' : `${count} frühere`),
  next: 'Nächste',
  previous: 'Vorige',
  open: 'Öffnen',
  unreadMark: 'Ungelesen',
  snooze: 'Zurückstellen',
  snoozed: 'Zurückgestellt',
  actions: 'Aktionen',
  snoozeTimes: {
    later: 'Für drei Stunden zurückstellen',
    tomorrow: 'Bis morgen zurückstellen',
    nextWeek: 'Bis Montag zurückstellen',
  },
  snoozedUntil: (moment: string) => `Zurückgestellt bis ${moment}`,
  until: (moment: string) => `bis ${moment}`,
  wake: 'Jetzt wieder zeigen',
  noneSnoozed: 'Nichts ist zurückgestellt.',
  noneSnoozedText:
    'Zurückgestelltes wartet hier und kommt von selbst in den Posteingang zurück, in diesem Browser.',
};
