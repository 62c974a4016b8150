import type { Messages } from '../en/index.ts';

const inGerman = (number: number) => number.toLocaleString('de');

export const stats: Messages['stats'] = {
  open: 'offen',
  inProgress: 'davon in Arbeit',
  completed: 'erledigt',
  created: 'angelegt',
  overdue: 'überfällig',
  scope: 'Umfang',
  cycleTime: 'Median der Bearbeitungszeit',
  leadTime: 'Median der Durchlaufzeit',
  burnUp: 'Burn-up',
  burnUpText: 'Alle nicht abgebrochene Arbeit, und wie viel davon erledigt ist.',
  burnUpForecast: 'Alle nicht abgebrochene Arbeit, wie viel davon erledigt ist und was kommen kann.',
  forecast: 'Vorhersage',
  expected: 'erledigt, erwartet',
  expectedScope: 'Umfang, erwartet',
  range: 'erledigt, neun von zehn Läufen',
  scopeRange: 'Umfang, neun von zehn Läufen',
  doneBy: (percent) => `nichts mehr offen bis, zu ${percent} % sicher`,
  notAtThisRate: (arrived, completed) =>
    `${inGerman(arrived)} kommen pro Woche, ${inGerman(completed)} werden erledigt: so nie.`,
  endsBy: (date) => `Bis ${date} ist nichts mehr offen, zu 85 % sicher.`,
  mayEndBy: (date) =>
    `Bis ${date} ist in der Hälfte der Läufe nichts mehr offen, in vielen auch in zwei Jahren nicht.`,
  noEnd: {
    slow: 'Es wird mehr erledigt als kommt, aber die meisten Läufe brauchen mehr als zwei Jahre.',
    nothing_open: 'Kein Ticket ist offen.',
    nothing_done: 'Keine Vorhersage: In dieser Zeit wurde kein Ticket erledigt.',
    too_young: 'Noch keine Vorhersage: Sie braucht zwei Wochen nach den ersten Tickets.',
  },
  forecastBasis: (open, arrived, completed) =>
    `${open} Tickets sind offen. In der gezeigten Zeit kamen ${inGerman(arrived)} pro Woche (ohne abgebrochene), ${inGerman(completed)} wurden erledigt; ganze Wochen davon werden zufällig wiederholt.`,
  endingRuns: (percent) =>
    `In ${percent} % von 2.000 Läufen gibt es in zwei Jahren einen Tag, an dem nichts offen ist.`,
  notSoon: 'nicht in zwei Jahren',
  pastCheck: (forecasts, days, p50, p85, p95) =>
    `Für ${forecasts} vergangene Wochen wiederholt, je ${days} Tage voraus: Wie viele Tickets höchstens offen sind, zu 50, 85 und 95 % sicher, traf in ${p50}, ${p85} und ${p95} % ein.`,
  began: (date) => `Das Projekt begann am ${date}, und so die Diagramme.`,
  nothingYet: 'Noch nichts zu messen',
  nothingYetText:
    'Burn-up und Fluss brauchen Tickets, Durchsatz und Bearbeitungszeiten begonnene und erledigte Tickets, die Vorhersage zwei Wochen von beidem.',
  openBoard: 'Board öffnen',
  noTickets: 'Es gibt noch kein Ticket.',
  firstDay: 'Das Projekt begann heute. Das Diagramm beginnt morgen, wenn es zwei Tage zu vergleichen gibt.',
  noneCompleted: 'In dieser Zeit wurde kein Ticket erledigt.',
  noneStarted: 'In dieser Zeit wurden Tickets erledigt, aber keines war vorher in Arbeit.',
  flow: 'Kumulativer Fluss',
  flowText: 'Wird ein Band breiter, staut sich dort Arbeit.',
  throughput: 'Durchsatz',
  throughputText: 'Erledigte Tickets je Woche.',
  cycleTimes: 'Bearbeitungszeiten',
  cycleTimesText: 'Ein Punkt je erledigtem Ticket: die Tage vom Beginn bis zum Ende.',
  days: 'Tage',
  percentile: (percent) => `${percent} %`,
  agentCosts: 'Kosten der Agenten',
  agentCostsText: 'Wie ihre Programme sie gemeldet haben, nach Wochen in UTC. Währungen werden nie addiert.',
  costByWeek: (currency) => `Kosten nach Agent und Woche, ${currency}`,
  costByWeekText: 'Was jeder Agent in jeder Woche gekostet hat.',
  costPerTicket: (currency) => `Kosten jedes geschlossenen Tickets, ${currency}`,
  costPerTicketText: 'Ein Punkt für jedes geschlossene Ticket, an dem Agenten gearbeitet haben.',
  noClosedTickets: 'In dieser Zeit wurde kein Ticket mit solchen Kosten geschlossen.',
  cost: 'Kosten',
  average: 'Durchschnitt',
  otherAgents: 'Andere',
  noAgentWork: 'In dieser Zeit hat hier kein Agent gearbeitet',
  noAgentWorkText: 'Ihre Kosten erscheinen hier, sobald sie sie mit ihren Schritten melden.',
  noCosts: (tasks) =>
    tasks === 1
      ? 'Agenten haben an 1 Aufgabe gearbeitet und keine Kosten gemeldet'
      : `Agenten haben an ${tasks} Aufgaben gearbeitet und keine Kosten gemeldet`,
  noCostsText: 'Der Befehl von „docket agent run“ gibt sie aus, oder das Programm sendet sie als Verbrauch.',
};
