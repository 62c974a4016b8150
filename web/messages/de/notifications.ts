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
  ofTask: {
    isOf: (kind) => ['agent_question', 'agent_result', 'agent_failure'].includes(kind),
    sentence: (kind, agent, task) =>
      agent === undefined
        ? `Ein Agent meldet sich nicht mehr bei der Aufgabe „${task}“`
        : kind === 'agent_question'
          ? `${agent} fragt zur Aufgabe „${task}“`
          : kind === 'agent_result'
            ? `${agent} hat die Aufgabe „${task}“ erledigt`
            : `${agent} konnte die Aufgabe „${task}“ nicht erledigen`,
  },
  sentences: {
    assigned: (who) => `${who} hat dir das zugewiesen`,
    mentioned: (who) => `${who} hat dich erwähnt`,
    replied: (who) => `${who} hat in einer Unterhaltung mit dir geantwortet`,
    commented: (who) => `${who} hat kommentiert`,
    changed: (who, what) =>
      // Fields are nouns.
      `${who} hat geändert: ${what.replace(/(^|, )\p{Ll}/gu, (letter) => letter.toUpperCase()) || 'das Ticket'}`,
    restored: (who) => `${who} hat das wiederhergestellt`,
    deleted: (who) => `${who} hat das gelöscht`,
    shipped: (version) => `Behoben in ${version}`,
    reopened: 'Ein Commit lässt scheitern, was hier belegt war: wieder offen',
    attached: (who, file) => `${who} hat ${file || 'eine Datei'} angehängt`,
    entered: (who, view) => `${who} hat das in die Ansicht „${view}“ gebracht`,
    invited: (who, project) => `${who} hat dich zu ${project} hinzugefügt`,
  },
  reminder: 'Du wolltest daran erinnert werden',
  allRead: 'Alles ist gelesen.',
  more: (count) => (count === 1 ? '1 frühere' : `${count} frühere`),
  answer: 'Antworten',
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
    'Zurückgestelltes wartet hier und kommt von selbst in den Posteingang zurück, auf allen deinen Geräten.',
  done: 'Erledigt',
  markDone: 'Erledigt',
  isDone: 'Erledigt, nicht mehr im Posteingang.',
  noneDone: 'Noch ist nichts erledigt.',
  noneDoneText: 'Was du erledigt hast, verlässt den Posteingang und bleibt eine Weile hier.',
  remove: 'Löschen',
  pane: 'Die gewählte Benachrichtigung',
  choose: 'Wähle eine Benachrichtigung.',
  chooseText: 'Das Ticket öffnet sich hier, bei dem Kommentar oder der Aufgabe, um die es geht.',
  back: 'Zurück zur Liste',
  gone: 'Worum es hier ging, lässt sich nicht mehr öffnen.',
  openProject: 'Projekt öffnen',
  remind: {
    name: 'Erinnere mich',
    times: { hour: 'In einer Stunde', tomorrow: 'Morgen', nextWeek: 'Am Montag' },
    choose: 'Datum und Uhrzeit wählen …',
    title: 'Daran erinnern',
    when: 'Datum und Uhrzeit',
    set: (moment) => `Du wirst am ${moment} erinnert`,
    at: (moment) => `Erinnerung: ${moment}`,
    remove: 'Erinnerung entfernen',
    removed: 'Die Erinnerung ist entfernt',
    past: 'Wähle eine Zeit in der Zukunft.',
  },
  browser: {
    name: 'Benachrichtigungen dieses Browsers',
    hint: 'Vom System gezeigt, während kein Fenster von Docket sichtbar ist. Ein Klick öffnet das Ticket.',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    on: 'In diesem Browser eingeschaltet. Ein Fenster von Docket muss offen sein.',
    pushed: 'In diesem Browser eingeschaltet, auch wenn Docket geschlossen ist.',
    off: 'In diesem Browser ausgeschaltet.',
    blocked:
      'Dein Browser erlaubt sie für diese Adresse nicht. Ändere das in seinen Einstellungen und komm dann wieder.',
    missing:
      'Dieser Browser kann keine Benachrichtigungen zeigen. Lege Docket auf einem Telefon zuerst auf den Startbildschirm.',
  },
};
