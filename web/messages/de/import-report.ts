import { shortenSentences } from './short-sentences.ts';
import { translateName, translateSentence } from './translate-sentence.ts';

const sentences = shortenSentences({
  'unknown {} "{}" became {}': '{} „{}“ ist unbekannt und wurde {}',
  'rows without a title are left out': 'Zeilen ohne Titel fallen weg',
  'a ticket has one assignee; the others are named in the description':
    'ein Ticket hat eine zuständige Person; die anderen stehen in der Beschreibung',
  'archived cards became done': 'archivierte Karten sind erledigt',
  'attached files are not fetched; they became links in the description':
    'Dateien werden nicht geholt; sie sind Links in der Beschreibung',
  'attached files of items that are not tickets, such as pull requests':
    'Dateien an anderem als Tickets, etwa an Pull Requests',
  'attached files of more than {} bytes': 'Dateien mit mehr als {} Bytes',
  'attached files that are not among the files of the import': 'Dateien, die im Import fehlen',
  'comments and attachments: the CSV file of Linear has none':
    'Kommentare und Anhänge: Linears CSV-Datei hat keine',
  'comments on items that are not tickets, such as pull requests':
    'Kommentare zu anderem als Tickets, etwa zu Pull Requests',
  'comments without an author: the person who imports becomes the author':
    'Kommentare ohne Verfasser: es wird, wer importiert',
  'comments: the CSV file of GitLab has none': 'Kommentare: GitLabs CSV-Datei hat keine',
  'tickets without a reporter: the person who imports becomes the reporter':
    'Tickets, die niemand gemeldet hat: gemeldet von der Person, die importiert',
  'dates of completion of tickets that are not done': 'Abschlussdaten unerledigter Tickets',
  'due dates of checklist items': 'Fristen von Checklistenpunkten',
  'fields of {} that this Docket does not know': 'Felder von {}, die dieses Docket nicht kennt',
  '{}, which this Docket does not know': '{}, was dieses Docket nicht kennt',
  '{} of {} that are not in the project': '{} von {}, die nicht im Projekt sind',
  '{} that are not as this Docket writes them': '{}, die dieses Docket nicht so schreibt',
  'files in texts are not fetched; the links in the texts stay':
    'Dateien in Texten werden nicht geholt; die Links in den Texten bleiben',
  'files that the archive lacks or has damaged': 'Dateien, die im Archiv fehlen oder beschädigt sind',
  'fix versions beside the last one of a ticket': 'Lösungsversionen außer der letzten eines Tickets',
  'sprints before the last one of a ticket': 'Sprints vor dem letzten eines Tickets',
  'parents more than 100 levels deep': 'übergeordnete Tickets über mehr als 100 Ebenen',
  'parents that are not in the files': 'übergeordnete Tickets, die in den Dateien fehlen',
  'parents that form a cycle': 'übergeordnete Tickets, die einen Kreis bilden',
  'people beyond 10,000 became one placeholder': 'Personen über 10.000 sind ein Platzhalter',
  'people who become administrators here': 'Personen, die hier Administratoren werden',
  'people who get an account without a password: "Forgot password" gives them one':
    'Personen mit Konto ohne Passwort: „Passwort vergessen“ gibt ihnen eines',
  'relations that form a cycle': 'Verknüpfungen, die einen Kreis bilden',
  'relations to tickets that are not in the files': 'Verknüpfungen mit Tickets, die in den Dateien fehlen',
  'security levels: every member of the project can read the ticket':
    'Sicherheitsstufen: jedes Mitglied des Projekts kann das Ticket lesen',
  'that the issue was confidential: every member of the project can read it':
    'Vertraulichkeit: jedes Mitglied des Projekts kann das Ticket lesen',
  'several checklists became one; items begin with the name of theirs':
    'mehrere Checklisten wurden eine; Punkte beginnen mit dem Namen der ihren',
  'the end of comments over 64,000 characters': 'das Ende von Kommentaren über 64.000 Zeichen',
  'the end of descriptions over 100,000 characters': 'das Ende von Beschreibungen über 100.000 Zeichen',
  'the module of tickets with a cycle': 'das Modul von Tickets mit einem Zyklus',
  'the project of tickets with a cycle became a label': 'das Projekt von Tickets mit Zyklus wurde ein Label',
  'tickets that the files have twice; the first is kept': 'Tickets, die doppelt vorkommen; das erste bleibt',
  'tickets without a title are named after their key': 'Tickets ohne Titel heißen wie ihr Schlüssel',
  'titles are cut to 500 characters': 'Titel sind auf 500 Zeichen gekürzt',
  'workflow, unit of estimates and description stay those of this project':
    'Arbeitsablauf, Einheit der Schätzungen und Beschreibung bleiben die dieses Projekts',
  '{} beyond {} of a ticket': '{} über {} je Ticket',
  '{} beyond {} that have no address': '{} über {} ohne Adresse',
  '{} beyond {}': '{} über {}',
  'column "{}"': 'Spalte „{}“',
  'field {}': 'Feld {}',
  'estimates in points: choose points as the unit of the project first':
    'Schätzungen in Punkten: zuerst Punkte als Einheit des Projekts wählen',
  'time estimates and time spent': 'Zeitschätzungen und verbrauchte Zeit',
  'the history of changes': 'die Geschichte der Änderungen',
  'the lock of the conversation': 'die Sperre der Unterhaltung',
  'the pin': 'die Anheftung',
});

const names = {
  assignees: 'zuständige Personen',
  'attached files': 'Dateien',
  attachments: 'Anhänge',
  'award emojis': 'Emojis',
  backlog: 'Backlog',
  'checklist items': 'Checklistenpunkte',
  checklists: 'Checklisten',
  comments: 'Kommentare',
  'addresses of the original': 'Adressen der Originale',
  'cycles and milestones': 'Zyklen und Meilensteine',
  'original keys': 'Schlüssel der Originale',
  reporters: 'meldende Personen',
  covers: 'Titelbilder',
  'custom fields': 'eigene Felder',
  descriptions: 'Beschreibungen',
  'design files': 'Entwürfe',
  'dates of creation': 'Daten der Erstellung',
  'dates of change': 'Daten der Änderung',
  'dates of completion': 'Daten des Abschlusses',
  'due dates': 'Fristen',
  estimates: 'Schätzungen',
  groups: 'Gruppen',
  labels: 'Labels',
  links: 'Links',
  medium: 'Mittel',
  parents: 'übergeordnete Tickets',
  people: 'Personen',
  priority: 'Priorität',
  reactions: 'Reaktionen',
  relations: 'Verknüpfungen',
  'start dates': 'Starttermine',
  status: 'Status',
  TASK: 'Aufgabe',
  tickets: 'Tickets',
  'time estimates': 'Zeitschätzungen',
  type: 'Typ',
  votes: 'Stimmen',
  'work logs': 'Arbeitszeiten',
};

const table = { sentences: [sentences], names };

/** What an import kept, changed, lost or could not read, in German. */
export const reportInGerman = (json: string): string =>
  json.replaceAll(/(?<="what":)"(?:[^"\\]|\\.)*"/g, (found) => {
    const what = JSON.parse(found) as string;
    return JSON.stringify(translateName(names, what) ?? translateSentence(table, what) ?? what);
  });
