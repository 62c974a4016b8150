import type { Messages } from '../en/index.ts';

export const work: Messages['work'] = {
  title: 'Meine Arbeit',
  now: 'Jetzt',
  nowEmpty: 'Nichts in Arbeit. Unten ein Ticket wählen und mit s beginnen.',
  next: 'Als Nächstes',
  nextEmpty: 'Nichts wartet. Zugewiesene Tickets erscheinen hier, die dringendsten zuerst.',
  waiting: 'Wartet',
  waitingEmpty: 'Nichts ist in Prüfung, niemand hat etwas erwähnt, und kein Agent hat eine Frage.',
  seen: 'Zuletzt gesehen',
  seenEmpty: 'Geöffnete Tickets erscheinen hier.',
  showAll: (count) => `Alle ${count} zeigen`,
  question: (agent) => `${agent} fragt`,
  answer: 'Antwort',
  answerPlaceholder: 'Antworten …',
  send: 'Antwort senden',
  answered: 'Beantwortet. Der Agent macht weiter.',
  someAgent: 'Ein Agent',
};
