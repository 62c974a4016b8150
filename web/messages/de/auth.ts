import type { Messages } from '../en/index.ts';

export const auth: Messages['auth'] = {
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  createAccount: 'Konto anlegen',
  firstAccount: 'Das erste Konto anlegen',
  firstAccountText: 'Dieses Docket ist leer. Das erste Konto verwaltet es.',
  name: 'Name',
  email: 'E-Mail',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint: (min) => `Mindestens ${min} Zeichen`,
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  forgotPassword: 'Passwort vergessen?',
  noAccount: 'Noch kein Konto?',
  haveAccount: 'Schon ein Konto?',
  signUpClosed: 'Konten entstehen hier auf Einladung. Einladungen verschickt die Verwaltung.',
  signedInAs: (name) => `Angemeldet als ${name}`,
  forgot: {
    title: 'Passwort vergessen',
    text: 'E-Mail-Adresse eingeben. Gehört sie zu einem Konto, geht ein Link an sie, der eine Stunde gilt.',
    send: 'Link senden',
    sent: (email) => `Falls ${email} zu einem Konto gehört, ist ein Link unterwegs. Er gilt eine Stunde.`,
    noMail:
      'Dieses Docket verschickt keine Mails. Einen Link für ein neues Passwort stellt die Verwaltung aus.',
    back: 'Zurück zur Anmeldung',
  },
  reset: {
    title: 'Neues Passwort wählen',
    text: 'Beim Speichern enden alle anderen Sitzungen.',
    save: 'Passwort speichern',
    noToken:
      'Dieser Link ist unvollständig. Bitte den ganzen Link aus der Mail öffnen oder einen neuen anfordern.',
  },
  invitation: {
    title: 'Einladung',
    text: (inviter, to) => `${inviter} lädt zu ${to} ein.`,
    accept: 'Einladung annehmen',
    toInstance: (name) => name,
    expired: 'Diese Einladung ist abgelaufen oder schon benutzt. Bitte eine neue anfordern.',
    otherAccount: (email) => `Diese Einladung gilt für ${email}. Zum Annehmen bitte zuerst abmelden.`,
  },
  start: {
    title: 'Womit soll es losgehen?',
    demo: 'Mit einem Demo-Team beginnen',
    demoText:
      'Ein kleines Team mit Tickets, Agenten und acht Wochen Verlauf zum Ansehen. Es lässt sich in einem Schritt entfernen.',
    empty: 'Mit einem leeren Projekt beginnen',
    projectName: 'Name des Projekts',
    projectKey: 'Kürzel',
    projectKeyHint: (key) => `Tickets heißen ${key || 'KEY'}-1, ${key || 'KEY'}-2 …`,
    create: 'Projekt anlegen',
    making: 'Das Demo-Team entsteht …',
    firstTicket: 'Mit c ein Ticket anlegen',
  },
};
