import type { Messages } from '../en/index.ts';

export const attachments: Messages['attachments'] = {
  attach: 'Dateien anhängen',
  drop: 'Dateien zum Anhängen ablegen',
  download: (name) => `${name} herunterladen`,
  remove: 'Datei entfernen',
  removeNamed: (name) => `${name} entfernen`,
  removeQuestion: 'Diese Datei entfernen?',
  removeText: (name) => `${name} wird für alle gelöscht und lässt sich nicht wiederherstellen.`,
  sending: (name) => `${name} wird gesendet`,
  tryAgain: 'Erneut versuchen',
  dropNamed: (name) => `${name} nicht anhängen`,
};
