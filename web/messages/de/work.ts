import type { Messages } from '../en/index.ts';

export const work: Messages['work'] = {
  title: 'Meine Arbeit',
  needs: 'Zu entscheiden',
  now: 'Jetzt',
  nowEmpty: 'Nichts in Arbeit. Unten ein Ticket wählen und mit s beginnen.',
  next: 'Als Nächstes',
  nextEmpty: 'Nichts wartet. Zugewiesene Tickets erscheinen hier, die dringendsten zuerst.',
  waiting: 'Wartet',
  waitingEmpty: 'Nichts ist in Prüfung, und niemand hat etwas erwähnt.',
  seen: 'Zuletzt gesehen',
  seenEmpty: 'Geöffnete Tickets erscheinen hier.',
  showAll: (count) => `Alle ${count} zeigen`,
};
