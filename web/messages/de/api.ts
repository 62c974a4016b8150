import type { Messages } from '../en/index.ts';

export const api: Messages['api'] = {
  notReached: 'Docket ist nicht erreichbar. Bitte die Verbindung prüfen und erneut versuchen.',
};
