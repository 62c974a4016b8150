import { type ShortSentences, shortenSentences } from './short-sentences.ts';
import { type SentenceTable, translateSentence } from './translate-sentence.ts';

/** What the person did, as it begins a line of their activity. The ticket comes last. */
const phrases = shortenSentences({
  'created {}': 'Ticket erstellt: {}',
  'restored {}': 'Ticket wiederhergestellt: {}',
  'deleted {}': 'Ticket gelöscht: {}',
  'assigned {}': 'Ticket zugewiesen: {}',
  'moved {} to {}': 'nach {2} verschoben: {1}',
  'changed {} of {}': '{} geändert: {}',
  'commented on {}': 'kommentiert: {}',
  'edited a comment on {}': 'einen Kommentar geändert: {}',
  'deleted a comment on {}': 'einen Kommentar gelöscht: {}',
  'resolved a thread on {}': 'einen Faden erledigt: {}',
  'reopened a thread on {}': 'einen Faden wieder geöffnet: {}',
  'attached {} to {}': '{} angehängt: {}',
  'removed {} from {}': '{} entfernt: {}',
  'linked {} to {}': '{} verknüpft: {}',
  'logged {} minutes on {}': '{} Minuten erfasst: {}',
  'changed logged time to {} minutes on {}': 'erfasste Zeit auf {} Minuten geändert: {}',
  'deleted {} logged minutes of {}': '{} erfasste Minuten gelöscht: {}',
  'created project {}': 'das Projekt {} erstellt',
  'deleted project {}': 'das Projekt {} gelöscht',
  'changed {} of project {}': '{} des Projekts {} geändert',
  'added {} to project {}': '{} in das Projekt {} aufgenommen',
  'made {} {} of project {}': '{} im Projekt {3} die Rolle gegeben: {2}',
  'removed {} from project {}': '{} aus dem Projekt {} entfernt',
  'pushed {} to {}': '{} übertragen nach {}',
  'reviewed {}: {}': '{} geprüft: {}',
  'claimed the task {}': 'die Aufgabe übernommen: {}',
  'asked a question about the task {}': 'zur Aufgabe gefragt: {}',
  'answered a question about the task {}': 'eine Frage zur Aufgabe beantwortet: {}',
  'completed the task {}': 'die Aufgabe abgeschlossen: {}',
  'could not complete the task {}': 'die Aufgabe nicht abschließen können: {}',
  'updated the branch {} for the task {}': 'den Branch {} für die Aufgabe {} aktualisiert',
  'released the task {}': 'die Aufgabe zurückgegeben: {}',
  'cancelled the task {}': 'die Aufgabe abgebrochen: {}',
  'asked the agent to stop the task {}': 'den Agenten gebeten, die Aufgabe zu beenden: {}',
});

/** What Docket itself reports. */
const reports = shortenSentences({
  'An agent stopped reporting on the task “{}” on {}':
    'Ein Agent meldet sich nicht mehr zur Aufgabe „{}“: {}',
  'An agent stopped reporting on the task “{}”': 'Ein Agent meldet sich nicht mehr zur Aufgabe „{}“',
  '{} of the agent budget of the agent {} is spent': '{} des Budgets des Agenten {} sind verbraucht',
  '{} of the agent budget of {} is spent': '{} des Agentenbudgets von {} sind verbraucht',
  'The webhook to {} was disabled: its receiver is gone':
    'Der Webhook an {} wurde abgeschaltet: Der Empfänger ist weg',
  'The webhook to {} was disabled: every delivery failed for days':
    'Der Webhook an {} wurde abgeschaltet: Seit Tagen kommt nichts an',
  'The schedule {} paused itself: {}': 'Der Zeitplan {} hat sich angehalten: {}',
  'You no longer have access to what this was about': 'Kein Zugriff mehr auf das, worum es ging',
});

const fields: Record<string, string> = {
  title: 'Titel',
  description: 'Beschreibung',
  status: 'Status',
  priority: 'Priorität',
  type: 'Typ',
  stage: 'Phase',
  project: 'Projekt',
  assignee: 'Zuständige Person',
  group: 'Gruppe',
  milestone: 'Meilenstein',
  parent: 'übergeordnetes Ticket',
  'due date': 'Fälligkeit',
  'start date': 'Beginn',
  position: 'Reihenfolge',
  estimate: 'Schätzung',
  labels: 'Labels',
  checklist: 'Checkliste',
  workspace: 'Arbeitsbereich',
  'blocked tickets': 'blockierte Tickets',
  'blocking tickets': 'blockierende Tickets',
  'related tickets': 'verwandte Tickets',
  'duplicated tickets': 'doppelte Tickets',
  duplicates: 'Duplikate',
  name: 'Name',
  visibility: 'Sichtbarkeit',
  workflow: 'Ablauf',
  owner: 'Besitz',
  admin: 'Verwaltung',
  member: 'Mitglied',
  viewer: 'Lesezugriff',
  approved: 'angenommen',
  'changes requested': 'Änderungen verlangt',
  commented: 'kommentiert',
};

const table = (sentences: ShortSentences): SentenceTable => ({ sentences: [sentences], names: fields });
const ofPhrases = table(phrases);
const ofReports = table(reports);

/** The phrase of an event in German; undefined if it is not known. */
function phraseInGerman(text: string): string | undefined {
  // The names of several fields are one value, and each has its own translation.
  const [, list, rest] = /^changed ((?:[^,]+, )+[^,]+?) of (.+)$/s.exec(text) ?? [];
  if (list === undefined || rest === undefined) return translateSentence(ofPhrases, text);
  const named = list.split(', ').map((field) => fields[field] ?? field);
  return `${named.join(', ')} geändert: ${rest}`;
}

/** A line of the own activity: `Commented on PAY-7 Refunds`. */
export function activityInGerman(description: string): string {
  const phrase = phraseInGerman(description.charAt(0).toLowerCase() + description.slice(1));
  if (phrase !== undefined) return phrase.charAt(0).toUpperCase() + phrase.slice(1);
  return reportInGerman(description);
}

const reportInGerman = (text: string) => translateSentence(ofReports, text) ?? text;

interface FeedItem {
  message?: string;
  description?: string;
  actor?: { name: string } | null;
}

/**
 * The lines of a page of the own activity in German, and of the inbox what Docket itself reports; the inbox says the rest
 * by its kind. What people wrote stays.
 */
export function feedInGerman(json: string, path: string): string {
  const body = JSON.parse(json) as { data: FeedItem[] };
  if (!Array.isArray(body.data)) return json;
  const data = body.data.map((item) =>
    path.endsWith('/activity')
      ? { ...item, description: activityInGerman(item.description ?? '') }
      : { ...item, message: item.actor ? item.message : reportInGerman(item.message ?? '') },
  );
  return JSON.stringify({ ...body, data });
}
