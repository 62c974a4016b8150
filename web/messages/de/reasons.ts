import { shortenSentences } from './short-sentences.ts';
import type { SentenceTable } from './translate-sentence.ts';

/** Why somebody may not do something, as answers say it in `mayNot`. */
export const reasons: SentenceTable = {
  sentences: [
    shortenSentences({
      'Your account is read-only.': 'Dieses Konto darf nur lesen.',
      'Only {} of the project can {}.': 'Nur {} des Projekts können {}.',
      'Only members of the workspace can {}.': 'Nur Mitglieder des Arbeitsbereichs können {}.',
      'Only the reporter, the assignee, and {} of the project can {}.':
        'Nur wer das Ticket gemeldet hat, wem es zugewiesen ist sowie {} des Projekts können {}.',
      'Only the reporter, the assignee, and members of the workspace can {}.':
        'Nur wer das Ticket gemeldet hat, wem es zugewiesen ist sowie Mitglieder des Arbeitsbereichs können {}.',
      'Only those who may read this ticket can watch it.':
        'Nur wer das Ticket lesen darf, kann es beobachten.',
      'Only admins and owners of the {}, and the member who reported it, can delete this ticket.':
        'Nur Admins und Eigentümer ({}) und das Mitglied, das es gemeldet hat, können dieses Ticket löschen.',
      'Only admins and owners of the workspace, or of one of its projects, can change labels.':
        'Nur Admins und Eigentümer des Arbeitsbereichs oder eines seiner Projekte können Labels ändern.',
      'Only those who may read the project can subscribe to its events.':
        'Nur wer das Projekt lesen darf, kann seine Ereignisse abonnieren.',
    }),
  ],
  names: {
    'members, admins and owners': 'Mitglieder, Admins und Eigentümer',
    'admins and owners': 'Admins und Eigentümer',
    'admins and owners who are people': 'Admins und Eigentümer, die Menschen sind,',
    owners: 'Eigentümer',
    members: 'Mitglieder',
    project: 'Projekt',
    workspace: 'Arbeitsbereich',
    'create tickets': 'Tickets anlegen',
    'create agent tasks': 'Aufgaben für Agenten anlegen',
    'share views': 'Ansichten teilen',
    'change it': 'es ändern',
    'archive it': 'es archivieren',
    'delete it': 'es löschen',
    'add and remove members': 'Mitglieder hinzufügen und entfernen',
    'make others owners': 'andere zu Eigentümern machen',
    'invite others': 'andere einladen',
    'change groups': 'Gruppen ändern',
    'change triggers': 'Auslöser ändern',
    'manage access tokens': 'Zugriffstoken verwalten',
    'change the code host': 'den Code-Host ändern',
    'generate documentation of its repositories': 'Dokumentation seiner Repositorys erzeugen',
    'open pull requests with documentation': 'Pull Requests mit Dokumentation öffnen',
    'change this ticket': 'dieses Ticket ändern',
    'move this ticket': 'dieses Ticket verschieben',
    'assign this ticket': 'dieses Ticket zuweisen',
    'reorder this ticket': 'die Reihenfolge dieses Tickets ändern',
    'comment on this ticket': 'dieses Ticket kommentieren',
    'attach files to this ticket': 'Dateien an dieses Ticket anhängen',
    'log time on this ticket': 'Zeit auf dieses Ticket buchen',
    'relate this ticket to others': 'dieses Ticket mit anderen verknüpfen',
    'add watchers to this ticket': 'diesem Ticket Beobachter hinzufügen',
    'create agent tasks for this ticket': 'für dieses Ticket Aufgaben für Agenten anlegen',
  },
};
