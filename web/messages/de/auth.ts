import type { Messages } from '../en/index.ts';

export const auth: Messages['auth'] = {
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
  createAccount: 'Konto anlegen',
  firstAccount: 'Das erste Konto anlegen',
  firstAccountText: 'Dieses Docket ist leer. Das erste Konto verwaltet es.',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint: (min) => `Mindestens ${min} Zeichen`,
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  forgotPassword: 'Passwort vergessen?',
  help: 'Hilfe',
  secondStep: 'Zweiter Schritt',
  code: 'Code',
  codeHint: 'Aus der Authenticator-App, oder ein Wiederherstellungscode',
  startAgain: 'Von vorn beginnen',
  passkey: 'Mit einem Passkey anmelden',
  noPasskey:
    'Der Browser hat keinen Passkey gesendet. Es wurde abgebrochen, oder für diese Seite gibt es keinen.',
  signInWith: (name) => `Mit ${name} anmelden`,
  problems: {
    failed: 'Das Anmelden hat nicht geklappt. Bitte noch einmal versuchen.',
    unverified: 'Der Anbieter bestätigt die E-Mail-Adresse nicht.',
    exists:
      'Ein Konto mit dieser E-Mail-Adresse gibt es schon. Dort anmelden und den Anbieter unter „Passwort und Sitzungen“ verbinden.',
    not_allowed: 'Dieses Konto darf sich hier nicht anmelden. Hilfe gibt die Verwaltung.',
  },
  noAccount: 'Noch kein Konto?',
  haveAccount: 'Schon ein Konto?',
  signUpClosed: 'Konten entstehen hier auf Einladung. Einladungen verschickt die Verwaltung.',
  forgot: {
    title: 'Passwort vergessen',
    text: 'E-Mail-Adresse eingeben. Gehört sie zu einem Konto, geht ein Link an sie, der 30 Minuten gilt.',
    send: 'Link senden',
    sent: (email) => `Falls ${email} zu einem Konto gehört, ist ein Link unterwegs. Er gilt 30 Minuten.`,
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
    done: 'Das Passwort ist gespeichert',
    remaining:
      'Alle Sitzungen sind beendet. Das Folgende gibt weiterhin Zugang zum Konto. Bitte entfernen, was nicht bekannt ist.',
    remainingAfterSignIn:
      'Alle Sitzungen sind beendet. Das Folgende gibt weiterhin Zugang zum Konto. Nach dem Anmelden lässt sich entfernen, was nicht bekannt ist.',
    nothingRemains: 'Sonst gibt jetzt nichts Zugang zum Konto.',
    removedBefore:
      'Diese Adresse hatte noch niemand bestätigt. Was bis jetzt zum Konto hinzugefügt war, wurde entfernt: Anbieter, Passkeys, API-Schlüssel und die Authenticator-App.',
    removeNamed: (kind, name) => `Entfernen: ${kind} ${name}`,
    kinds: {
      identity: 'Anbieter',
      passkey: 'Passkey',
      api_key: 'API-Schlüssel',
      agent_key: 'API-Schlüssel eines Agenten',
      second_factor: 'Authenticator-App',
    },
    open: 'Docket öffnen',
  },
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    text: 'Ein Klick, und die Adresse ist bestätigt.',
    verify: 'Bestätigen',
    done: (email) => `${email} ist bestätigt.`,
    open: 'Docket öffnen',
  },
  invitation: {
    title: 'Einladung',
    text: (inviter, to) => `${inviter} lädt zu ${to} ein.`,
    accept: 'Einladung annehmen',
    expired: 'Diese Einladung ist abgelaufen oder schon benutzt. Bitte eine neue anfordern.',
  },
  consent: {
    title: (client, instance) => `„${client}“ mit ${instance} verbinden?`,
    account: (name, email) =>
      `Angemeldet als ${name} (${email}). Die Anwendung handelt in diesem Namen und darf nie mehr als dieses Konto.`,
    application: 'Anwendung',
    from: 'Herausgegeben von',
    unchecked: 'unbekannt: Sie hat sich selbst eingetragen',
    goesTo: 'Antwort geht an',
    nameUnchecked:
      'Den Namen dieser Anwendung hat niemand geprüft. Nur fortfahren, wenn das hier selbst begonnen wurde.',
    ownMachine:
      'Ein Programm auf diesem Computer erhält Zugriff. Nur fortfahren, wenn das hier gerade selbst begonnen wurde.',
    revocable: 'Sie lässt sich jederzeit trennen: Profil und Einstellungen → Verbindungen.',
    allow: 'Erlauben',
    deny: 'Ablehnen',
    done: 'Fertig. Diese Seite kann geschlossen werden.',
    failed: 'Diese Anwendung lässt sich nicht verbinden',
  },
  start: {
    title: 'Womit soll es losgehen?',
    demo: 'Mit einem Demo-Team beginnen',
    demoText:
      'Ein kleines Team mit Tickets, Agenten und acht Wochen Verlauf zum Ansehen. Es lässt sich in einem Schritt entfernen.',
    empty: 'Mit einem leeren Projekt beginnen',
    team: 'Name des Teams (optional)',
    teamHint: 'So heißt der Arbeitsbereich mit den Projekten.',
    invite: 'Team einladen (optional)',
    inviteHint: 'E-Mail-Adressen, mit Komma, Leerzeichen oder neuer Zeile dazwischen.',
    import: 'Danach Tickets aus GitHub, Jira, Linear oder einem anderen Produkt importieren',
    skip: 'Überspringen und erst umsehen',
    invited: 'Das Projekt ist bereit',
    goOn: 'Weiter',
    projectName: 'Name des Projekts',
    projectKey: 'Kürzel',
    projectKeyHint: (key) => `Tickets heißen ${key || 'KEY'}-1, ${key || 'KEY'}-2 …`,
    create: 'Projekt anlegen',
    firstTicket: 'Mit c ein Ticket anlegen',
  },
};
