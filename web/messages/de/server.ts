import { conditionProblems } from './condition-problems.ts';
import { reasons } from './reasons.ts';
import { shortenSentences } from './short-sentences.ts';
import type { SentenceTable } from './translate-sentence.ts';

const sentences = shortenSentences({
  // What every route can answer.
  'Invalid input data': 'Eine Angabe ist ungültig',
  'Authentication required': 'Eine Anmeldung ist nötig',
  '{} not found': '{} nicht gefunden',
  'Insufficient permissions to access this {}': 'Kein Zugriff: {}',
  'Ids are required, except to mark all read or unread':
    'Ohne Kennungen lassen sich nur alle als gelesen oder ungelesen markieren',
  'Read, done or snoozed until is required': 'Gelesen, erledigt oder eine Zeit ist anzugeben',
  'Snoozed until must be in the future': 'Die Zeit muss in der Zukunft liegen',
  // Triage and what feeds it.
  'Only people decide about tickets in triage.': 'Über Tickets in der Triage entscheiden nur Menschen.',
  'Only people move tickets into a project with triage. Create the ticket there: it waits for a decision.':
    'In ein Projekt mit Triage verschieben nur Menschen Tickets. Lege das Ticket dort an: Es wartet dann.',
  'The ticket is in triage already.': 'Das Ticket ist schon in der Triage.',
  'The ticket is not in triage.': 'Das Ticket ist nicht in der Triage.',
  '{} has already decided about this ticket: accepted.': '{} hat dieses Ticket schon angenommen.',
  '{} has already decided about this ticket: declined.': '{} hat dieses Ticket schon abgelehnt.',
  '{} has already decided about this ticket: marked as a duplicate.':
    '{} hat dieses Ticket schon als Duplikat geschlossen.',
  '{} has already decided about this ticket: {}.': '{} hat über dieses Ticket schon entschieden: {}.',
  'Body must be a JSON object, nested at most 100 levels deep':
    'Der Inhalt muss ein JSON-Objekt sein, höchstens 100 Ebenen tief',
  'Triage is switched off in the project': 'Die Triage des Projekts ist aus',
  'Too many tickets wait for a decision. Try again later.':
    'Zu viele Tickets warten auf eine Entscheidung. Später erneut versuchen.',
  'The text is too long. Shorten it and send it again.':
    'Der Text ist zu lang. Kürze ihn und sende ihn noch einmal.',
  'Snoozed until must be within ten years': 'Die Zeit muss innerhalb von zehn Jahren liegen',
  'Remind at must be in the future': 'Die Erinnerung muss in der Zukunft liegen',
  'Remind at must be within ten years': 'Die Erinnerung muss innerhalb von zehn Jahren liegen',
  'You have {} reminders, which is the maximum. Remove one first.':
    'Du hast {} Erinnerungen, mehr sind nicht möglich. Entferne zuerst eine.',
  'You are present in {} tabs, which is the maximum. Close one first.':
    'Du bist in {} Tabs hier, mehr sind nicht möglich. Schließe zuerst einen.',
  'The text is no longer edited in this session. Open it again and send the edit to the new session.':
    'Der Text wird hier nicht mehr gemeinsam bearbeitet. Öffne ihn noch einmal.',
  'The text was edited {} times in {} seconds, the maximum. Send fewer, larger edits.':
    'Der Text wurde {}-mal in {} Sekunden geändert, mehr ist nicht möglich.',
  'The text must have at most {} characters': 'Der Text darf höchstens {} Zeichen haben',
  'Base must be a version up to {}': 'Die Version darf höchstens {} sein',
  'Edits must be in order, must not overlap, and end within the {} units of the text':
    'Die Änderungen müssen geordnet sein, sich nicht überschneiden und in den {} Einheiten des Textes liegen',
  'Edits must not part a character that has two units, such as an emoji':
    'Eine Änderung darf kein Zeichen aus zwei Einheiten teilen, etwa ein Emoji',
  'It was changed since you read it. Read it again, then repeat your change.':
    'Es wurde inzwischen geändert. Neu laden und die Änderung wiederholen.',
  'Another request made a conflicting change at the same time. Read the item again, then retry.':
    'Gleichzeitig kam eine andere Änderung. Neu laden und erneut versuchen.',
  'The request body is larger than this route accepts': 'Die Eingabe ist zu groß',
  'The URL is not valid': 'Die Adresse ist ungültig',
  '{} is not allowed here': '{} ist hier nicht erlaubt',
  'Cursor is not valid for this list. Start again without a cursor.':
    'Die Liste hat sich geändert. Neu laden.',
  'This took longer than {}. Filter by project or status, or use a cursor instead of a page.':
    'Das dauerte länger als {}. Nach Projekt oder Status filtern.',
  'This needs more memory than one read may take. Ask for less, such as a narrower filter.':
    'Das braucht zu viel Speicher. Enger filtern.',
  'The server is stopping. Try again in a moment.': 'Der Server wird beendet. Gleich erneut versuchen.',
  '{} Try again when one of them has ended.': '{} Erneut versuchen, wenn eine davon beendet ist.',

  // Why a task is held, and what a mention of an agent does.
  'Blocked by an open ticket': 'Blockiert durch ein offenes Ticket',
  'Blocked by {}': 'Blockiert durch {}',
  'Docket is predicting which files this task will touch':
    'Docket sagt voraus, welche Dateien diese Aufgabe berühren wird',
  'Its predicted files overlap files that a running task touches':
    'Ihre vorausgesagten Dateien überschneiden sich mit denen, die eine laufende Aufgabe berührt',
  'Waits for {}: both would change {}': 'Wartet auf {}: beide würden {} ändern',
  'Blocked by {} and {} more': 'Blockiert durch {} und {} weitere',
  'More than {} agents have started each other in a row. An admin can unhold this task, or raise the limit of the project':
    'Mehr als {} Agenten haben einander nacheinander gestartet. Ein Admin kann die Aufgabe starten lassen oder die Grenze des Projekts erhöhen',
  'More than {} tasks on this ticket within a day. Docket offers this task when the limit allows; an admin can unhold it now':
    'Mehr als {} Aufgaben an diesem Ticket an einem Tag. Sobald die Grenze es zulässt, geht es weiter; ein Admin kann sie jetzt starten lassen',
  'More than {} tasks within an hour. Docket offers this task when the limit allows; an admin can unhold it now':
    'Mehr als {} Aufgaben in einer Stunde. Sobald die Grenze es zulässt, geht es weiter; ein Admin kann sie jetzt starten lassen',
  'The comment answers the question of {}': 'Der Kommentar beantwortet die Frage von {}',
  '{} already has a task on this ticket': '{} hat an diesem Ticket schon eine Aufgabe',
  '{} already has a task on this ticket and gets the comment as a message':
    '{} hat an diesem Ticket schon eine Aufgabe und bekommt den Kommentar als Nachricht',
  'Agents are woken only on tickets of a project': 'Agenten werden nur an Tickets eines Projekts geweckt',
  'Only those who may edit the tickets of the project can give work to its agents':
    'Nur wer die Tickets des Projekts ändern darf, kann seinen Agenten Arbeit geben',
  'Mentions start no tasks in this project': 'Erwähnungen starten in diesem Projekt keine Aufgaben',
  '{} is not a member of the project': '{} ist kein Mitglied des Projekts',
  '{} may only read the project': '{} darf das Projekt nur lesen',

  // Costs of tasks and notes of a project.
  'Text must have a word. Drop the entry to leave it out':
    'Der Text braucht ein Wort. Verwirf den Eintrag, um ihn wegzulassen',
  'Text has too many signs that must be escaped. Shorten it':
    'Der Text hat zu viele Zeichen, die maskiert werden müssen. Kürze ihn',
  'Drafted must be the sentence that you accept': 'Anzugeben ist der Satz, der angenommen wird',
  'A project keeps at most {} decisions about a repository':
    'Ein Projekt behält höchstens {} Entscheidungen über ein Repository',
  'The job has not drafted the pages yet': 'Der Auftrag hat die Seiten noch nicht entworfen',
  'A project has at most {} notes: delete one first':
    'Ein Projekt hat höchstens {} Notizen: zuerst eine löschen',
  'Text must have a character that people can see': 'Der Text braucht ein sichtbares Zeichen',
  'Tags must not have characters that people cannot see':
    'Schlagwörter dürfen keine unsichtbaren Zeichen enthalten',
  'Only a person can accept a note': 'Nur ein Mensch kann eine Notiz annehmen',
  'An agent can change only notes that it proposed itself. Propose a new note instead':
    'Ein Agent kann nur Notizen ändern, die er selbst vorgeschlagen hat. Stattdessen eine neue vorschlagen',

  // What validation finds. The value is the name of a field.
  'There is no field "{}" here': 'Das Feld „{}“ gibt es hier nicht',
  'Title is required: the ticket needs one here or in its template':
    'Ein Titel ist nötig, hier oder in der Vorlage',
  '{} must be a local time from 1970 to 2199, such as {}':
    '{} muss eine Ortszeit von 1970 bis 2199 sein, etwa {}',
  '{} is required': '{}: Diese Angabe fehlt',
  '{} must not be blank': '{} darf nicht leer sein',
  '{} must not be empty': '{} darf nicht leer sein',
  '{} must be text': '{} muss Text sein',
  '{} must be a whole number': '{} muss eine ganze Zahl sein',
  '{} must be a number': '{} muss eine Zahl sein',
  '{} must be true or false': '{} muss wahr oder falsch sein',
  '{} must be a list': '{} muss eine Liste sein',
  '{} must be one of: {}': '{} muss eines davon sein: {}',
  '{} must be one or more of: {}': '{} muss eines oder mehrere davon sein: {}',
  '{} must have at least {} characters': '{} braucht mindestens {} Zeichen',
  '{} must have at most {} characters': '{} darf höchstens {} Zeichen haben',
  '{} must have at most {} characters as JSON': '{} darf als JSON höchstens {} Zeichen haben',
  '{} must be at least {}': '{} muss mindestens {} sein',
  '{} must be at most {}': '{} darf höchstens {} sein',
  '{} must be a multiple of {}': '{} muss ein Vielfaches von {} sein',
  '{} must have at least {} items': '{} braucht mindestens {} Einträge',
  '{} must have at most {} items': '{} darf höchstens {} Einträge haben',
  '{} must have at most {} entries': '{} darf höchstens {} Einträge haben',
  '{} must not have the field {}': '{} darf das Feld {} nicht haben',
  '{} must not contain an item twice': '{} darf keinen Eintrag doppelt haben',
  '{} must be an e-mail address': '{} muss eine E-Mail-Adresse sein',
  '{} must be a URL': '{} muss eine Adresse sein',
  '{} must be one emoji, such as 👍': '{} muss ein Emoji sein, etwa 👍',
  '{} must be a date (2026-01-31)': '{} muss ein Datum sein (2026-01-31)',
  '{} must be a date (2026-01-31) or a date-time (2026-01-31T12:00:00Z)':
    '{} muss ein Datum (2026-01-31) oder ein Zeitpunkt (2026-01-31T12:00:00Z) sein',
  '{} must not be nested more than {} levels deep': '{} darf höchstens {} Ebenen tief verschachtelt sein',

  // Accounts and signing in.
  'E-mail address or password is wrong': 'E-Mail-Adresse oder Passwort ist falsch',
  '{} is wrong': '{} ist falsch',
  'An account with this e-mail address exists already': 'Ein Konto mit dieser E-Mail-Adresse gibt es schon',
  'Your sign-in is older than 10 minutes. Sign out, sign in again and repeat this.':
    'Die Anmeldung ist älter als 10 Minuten. Abmelden, neu anmelden und dies wiederholen.',
  'Sign-up needs an invitation. Ask an administrator for one.':
    'Für ein Konto ist eine Einladung nötig. Eine Administratorin oder einen Administrator darum bitten.',
  'Sign-up is closed. Ask an administrator for an account.':
    'Die Registrierung ist geschlossen. Ein Konto gibt es bei der Administration.',
  'Too many failed sign-ins. Try again later.':
    'Zu viele fehlgeschlagene Anmeldungen. Später erneut versuchen.',
  'Too many new accounts from your address. Try again later.':
    'Zu viele neue Konten von dieser Adresse. Später erneut versuchen.',
  'Too many requests for a link. Try again later.': 'Zu viele Links angefordert. Später erneut versuchen.',
  'This link is for another account. Sign out, sign in to the account that got the e-mail, and open the link again.':
    'Dieser Link gehört zu einem anderen Konto. Abmelden, mit dem Konto anmelden, das die Mail bekam, und den Link erneut öffnen.',
  'This link is not valid, has expired or was used. Ask for a new one.':
    'Dieser Link ist ungültig, abgelaufen oder schon benutzt. Einen neuen anfordern.',
  'This sign-in has expired. Start again.': 'Diese Anmeldung ist abgelaufen. Von vorn beginnen.',
  'The code is wrong or was used already': 'Der Code ist falsch oder wurde schon benutzt',
  'The code is wrong. Look whether the clock of your phone is right.':
    'Der Code ist falsch. Prüfen, ob die Uhr des Telefons richtig geht.',
  'This is the only way to sign in to your account. Set a password first.':
    'Das ist der einzige Weg, sich anzumelden. Zuerst ein Passwort setzen.',
  'API keys and sessions are managed with a signed-in session, not with an API key':
    'API-Schlüssel und Sitzungen werden mit einer Anmeldung verwaltet, nicht mit einem API-Schlüssel',
  'Pushes go to the browser of a signed-in session, not to an API key':
    'Benachrichtigungen gehen an den Browser einer Anmeldung, nicht an einen API-Schlüssel',
  'Keys must be those that the browser gives with its subscription':
    'Es müssen die Schlüssel sein, die der Browser mit seinem Abonnement gibt',
  'Endpoint must be the address that the browser gives with its subscription':
    'Es muss die Adresse sein, die der Browser mit seinem Abonnement gibt',
  'Endpoint must not be an address of a private network': 'Es darf keine Adresse eines privaten Netzes sein',
  'Push subscription': 'Abonnement dieses Browsers',
  'Only CSV files have a preview': 'Nur CSV-Dateien haben eine Vorschau',
  'This request comes from another site': 'Diese Anfrage kommt von einer anderen Website',
  '{} does not answer. Try again, or sign in another way.':
    '{} antwortet nicht. Erneut versuchen oder sich anders anmelden.',
  'This instance sends no e-mail. Ask an administrator to verify your address.':
    'Diese Instanz verschickt keine E-Mails. Die Administration kann die Adresse bestätigen.',
  'Your e-mail address is verified.': 'Die E-Mail-Adresse ist bestätigt.',
  'Verify your e-mail address first: open the link in the e-mail that you got, or ask for a new one in your profile.':
    'Zuerst die E-Mail-Adresse bestätigen: den Link aus der E-Mail öffnen oder im Profil einen neuen anfordern.',
  'No account has the e-mail address {}': 'Kein Konto hat die E-Mail-Adresse {}',
  'Logins are already used by another account: {}': 'Ein anderes Konto benutzt schon: {}',
  'Expires at must be in the future': 'Der Ablauf muss in der Zukunft liegen',
  'You have {} connections, the maximum. Revoke one first.':
    '{} Verbindungen sind das Höchste. Zuerst eine trennen.',
  'Scopes must be one or more of {}': 'Mindestens eines davon erlauben: {}',
  'Client id is not known here. Remove the connection in the application and add it again.':
    'Die Anwendung ist hier nicht bekannt. Die Verbindung in der Anwendung entfernen und neu hinzufügen.',
  'Redirect uri is not one that the client registered':
    'Die Rückadresse ist keine, die die Anwendung angegeben hat',
  'The metadata document of the client cannot be used: {}':
    'Das Dokument, das die Anwendung beschreibt, ist nicht brauchbar: {}',
  'Too many new applications from your address. Try again later.':
    'Zu viele neue Anwendungen von dieser Adresse. Später erneut versuchen.',
  'You have {} API keys, the maximum. Delete one first, or ask the operator to raise API_KEYS_PER_PERSON.':
    '{} API-Schlüssel sind das Höchste. Zuerst einen löschen oder den Betreiber bitten, API_KEYS_PER_PERSON zu erhöhen.',
  'The time to add this passkey is over. Start again.':
    'Die Zeit, diesen Passkey hinzuzufügen, ist um. Von vorn beginnen.',
  'This is not a passkey for this page. Start again.':
    'Das ist kein Passkey für diese Seite. Von vorn beginnen.',
  'This passkey belongs to an account already.': 'Dieser Passkey gehört schon zu einem Konto.',
  'This instance has no passkeys. They need an https address, or localhost, in the setting BASE_URL.':
    'Diese Instanz hat keine Passkeys. Sie brauchen eine https-Adresse oder localhost in der Einstellung BASE_URL.',
  'You have {} passkeys, which is the most. Remove one first.':
    '{} Passkeys sind das Höchste. Zuerst einen entfernen.',
  'You have no passkey. Enter a code of your authenticator app.':
    'Es gibt keinen Passkey. Einen Code der Authenticator-App eingeben.',
  'This passkey does not sign in here. Use another one, or your password.':
    'Dieser Passkey meldet hier nicht an. Einen anderen oder das Passwort benutzen.',
  'You have an authenticator app. Remove it before you set up another one.':
    'Es gibt schon eine Authenticator-App. Sie entfernen, bevor eine andere eingerichtet wird.',
  'No authenticator app waits for its first code. Start again.':
    'Keine Authenticator-App wartet auf ihren ersten Code. Von vorn beginnen.',
  'The authenticator app is set up already.': 'Die Authenticator-App ist schon eingerichtet.',
  'You have no authenticator app. Recovery codes come with one.':
    'Es gibt keine Authenticator-App. Wiederherstellungscodes gehören zu einer.',
  'The account has no second factor.': 'Das Konto hat keinen zweiten Faktor.',
  'The secret of your authenticator app cannot be read. Use a recovery code, or ask an administrator to reset your second factor.':
    'Das Geheimnis der Authenticator-App ist nicht lesbar. Einen Wiederherstellungscode benutzen oder die Administration bitten, den zweiten Faktor zurückzusetzen.',

  // Administration.
  'This is the last administrator. Make somebody else an administrator first.':
    'Das ist das letzte Konto mit Administrationsrechten. Zuerst jemand anderem diese Rechte geben.',
  'You cannot disable your own account.': 'Das eigene Konto lässt sich nicht sperren.',
  'The account is disabled. Enable it first.': 'Das Konto ist gesperrt. Zuerst entsperren.',
  'Only administrators can see this': 'Nur die Administration kann das sehen',
  'Only administrators can do this': 'Nur die Administration kann das tun',
  'Only administrators in a session can read the audit log':
    'Nur die Administration kann das Audit-Protokoll lesen, angemeldet und ohne API-Schlüssel',
  'Only administrators in a session can export the instance':
    'Nur die Administration kann die Instanz exportieren, angemeldet und ohne API-Schlüssel',
  'Only administrators in a session can see the accounts':
    'Nur die Administration sieht die Konten, angemeldet und ohne API-Schlüssel',
  'No mail server is configured. Set SMTP_URL and start Docket again.':
    'Kein Mailserver ist eingerichtet. SMTP_URL setzen und Docket neu starten.',
  'The mail server did not accept the message: {}': 'Der Mailserver hat die Nachricht nicht angenommen: {}',
  'The demo team is already there. Remove it first.': 'Das Demo-Team ist schon da. Zuerst entfernen.',
  'There is no demo team': 'Es gibt kein Demo-Team',

  // Invitations, projects, workspaces and members.
  'This invitation is for another e-mail address': 'Diese Einladung gilt für eine andere E-Mail-Adresse',
  'Agents do not accept invitations': 'Agenten nehmen keine Einladungen an',
  'This invitation is for a new account, but you already have one.':
    'Diese Einladung ist für ein neues Konto, aber es gibt schon eines.',
  'This invitation is not valid or has expired. Ask for a new one.':
    'Diese Einladung ist ungültig oder abgelaufen. Um eine neue bitten.',
  'Sign-up is closed on this instance, so nobody could accept the invitation':
    'Die Registrierung ist auf dieser Instanz geschlossen, also könnte niemand die Einladung annehmen',
  'You have {} pending invitations. Revoke some, or wait until they expire.':
    '{} Einladungen sind offen. Einige zurückziehen oder warten, bis sie ablaufen.',
  'This address has a pending invitation. Pass its link on, or revoke it and invite again.':
    'Für diese Adresse ist eine Einladung offen. Ihren Link weitergeben, oder sie zurückziehen und neu einladen.',
  'You invited this address {} times within a day. Wait a day, or pass on the last link.':
    'Diese Adresse wurde heute schon {}-mal eingeladen. Einen Tag warten oder den letzten Link weitergeben.',
  'You created {} invitations within a day. Wait a day.':
    '{} Einladungen an einem Tag sind das Höchste. Einen Tag warten.',
  'Role requires projectId': 'Eine Rolle braucht ein Projekt',
  'Only administrators can invite without a project. Set projectId to a project that you administer.':
    'Ohne Projekt kann nur die Administration einladen. Ein selbst verwaltetes Projekt wählen.',
  'Only admins and owners of the project who are people can open it to more people':
    'Nur Menschen unter den Admins und Eigentümern können das Projekt für mehr Menschen öffnen',
  'Another account receives pushes at this address. Subscribe the browser again.':
    'Unter dieser Adresse erhält ein anderes Konto Nachrichten. Melde den Browser neu dafür an.',
  'Only admins and owners of the project who are people can switch triage on or off':
    'Nur Menschen unter den Admins und Eigentümern können die Triage ein- oder ausschalten',
  'Only people can assign a ticket to somebody who cannot read it otherwise':
    'Nur Menschen können ein Ticket jemandem zuweisen, der es sonst nicht lesen kann',
  'Agents do not manage invitations': 'Agenten verwalten keine Einladungen',
  'The invitation was already accepted.': 'Die Einladung wurde schon angenommen.',
  'Project does not exist': 'Das Projekt gibt es nicht',
  'Project does not exist: {}': 'Dieses Projekt gibt es nicht: {}',
  'Projects do not exist: {}': 'Diese Projekte gibt es nicht: {}',
  'Project is required': 'Ein Projekt ist nötig',
  'Workspace does not exist': 'Den Arbeitsbereich gibt es nicht',
  'Workspace is required': 'Ein Arbeitsbereich ist nötig',
  'You are not a member of this workspace': 'Keine Mitgliedschaft in diesem Arbeitsbereich',
  'The last owner cannot leave: make somebody else an owner first':
    'Als letzte Eigentümerin oder letzter Eigentümer ist Verlassen nicht möglich: zuerst jemand anderen dazu machen',
  'Key must be unique: another project uses it or used it before':
    'Das Kürzel muss einmalig sein: Ein anderes Projekt benutzt es oder hat es benutzt',
  'Status cannot be set to deleted: delete the project instead':
    'Der Status kann nicht auf „gelöscht“ gesetzt werden: das Projekt löschen',
  '{} is linked to another project. Ask an admin of that project, or of the instance, to link it here too':
    '{} ist mit einem anderen Projekt verknüpft. Admins jenes Projekts oder der Instanz können es auch hier verknüpfen',
  'A personal workspace cannot be deleted: it belongs to the account.':
    'Ein persönlicher Arbeitsbereich lässt sich nicht löschen: Er gehört zum Konto.',
  'The workspace still has projects or tickets. Move them to another workspace first.':
    'Der Arbeitsbereich hat noch Projekte oder Tickets. Sie zuerst in einen anderen verschieben.',
  'Add the owner of this agent, {}, to the {} first': 'Zuerst {}, wem dieser Agent gehört, hinzufügen ({})',
  'An agent of {} can be at most {} here': 'Ein Agent von {} kann hier höchstens {} sein',

  // Tickets and what belongs to them.
  'Ticket does not exist': 'Das Ticket gibt es nicht',
  'Ticket must be a different ticket': 'Es muss ein anderes Ticket sein',
  'The ticket has {} open {}: {}. Close them first, or use force to close it anyway.':
    'Das Ticket hat {} offene Untertickets: {3}. Zuerst diese schließen oder es trotzdem schließen.',
  'The ticket is not done yet. Missing: {}. Use force with a reason to close it anyway.':
    'Das Ticket ist noch nicht fertig. Es fehlt: {}. Mit einem Grund lässt es sich trotzdem schließen.',
  'The ticket is not done yet. Missing: {}. Admins of the project may close it anyway.':
    'Das Ticket ist noch nicht fertig. Es fehlt: {}. Admins des Projekts können es trotzdem schließen.',
  'Reason is required to close the ticket without: {}':
    'Ein Grund ist nötig, um das Ticket ohne Folgendes zu schließen: {}',
  'Guilty can only be given in a task of the kind recheck':
    'Einen schuldigen Commit nennt nur eine Aufgabe der Art recheck',
  'Criterion “{}” is open': 'Kriterium „{}“ ist offen',
  'Criterion “{}” is stale': 'Kriterium „{}“ ist veraltet',
  'Criterion “{}” is failed': 'Kriterium „{}“ ist nicht erfüllt',
  '{} more criteria are not shown': '{} weitere Kriterien sind nicht belegt',
  'An approval by a person': 'Zustimmung eines Menschen',
  'An approval by another agent': 'Zustimmung eines anderen Agenten',
  '{} asked for changes': '{} verlangt Änderungen',
  'A check of the code host: none is known': 'Ein Check des Code-Hosts: Keiner ist bekannt',
  'A check of the code host at {}: none is known': 'Ein Check des Code-Hosts zu {}: Keiner ist bekannt',
  'The check “{}” failed at {}': 'Der Check „{}“ ist bei {} fehlgeschlagen',
  'User ids must be of people and agents who may edit the ticket':
    'Nur wer das Ticket bearbeiten darf, kann es prüfen',
  'A ticket has at most {} reviews. Continue in a new ticket.':
    'Ein Ticket hat höchstens {} Prüfungen. In einem neuen Ticket weitermachen.',
  'This id is taken. Make a new one.': 'Diese Kennung ist vergeben. Eine neue bilden.',
  'Parent does not exist among the comments of this ticket':
    'Den Kommentar, auf den geantwortet wird, hat dieses Ticket nicht',
  'The list contains this ticket twice; see also entry {}':
    'Die Liste enthält dieses Ticket doppelt, siehe auch Eintrag {}',
  'Each entry must be a JSON object': 'Jeder Eintrag muss ein JSON-Objekt sein',
  'A checklist has at most {} items: delete some, or create a ticket for them':
    'Eine Checkliste hat höchstens {} Punkte: einige löschen oder für sie ein Ticket anlegen',
  'Assignee must be an active user who may read the ticket':
    'Zuständig sein kann nur ein aktives Konto, das das Ticket lesen darf',
  'Timezone must be an IANA name such as Europe/Vienna':
    'Die Zeitzone muss ein IANA-Name sein, etwa Europe/Vienna',
  'The list has more than {} pages, which Docket does not search':
    'Die Liste hat mehr als {} Seiten; so viele durchsucht Docket nicht',
  'The group has more than {} open tickets. Move some of them by POST /api/tickets/bulk first.':
    'Die Gruppe hat mehr als {} offene Tickets. Zuerst einige davon verschieben.',
  'Lead must be a member of the project': 'Die Leitung muss Mitglied des Projekts sein',
  'Only its author and admins of the project can delete an update.':
    'Nur wer ihn schrieb und die Verwaltung des Projekts können einen Bericht löschen.',
  'Group does not exist in this project': 'Die Gruppe gibt es in diesem Projekt nicht',
  'To must be another group': 'Das Ziel muss eine andere Gruppe sein',
  'There is no later cycle in the project. Create one, or name a group in `to`.':
    'Das Projekt hat keinen späteren Zyklus. Einen anlegen oder eine Gruppe wählen.',
  'A group with tickets cannot become a milestone, nor a milestone something else. Take its tickets out first.':
    'Eine Gruppe mit Tickets kann kein Meilenstein werden und ein Meilenstein nichts anderes. Zuerst ihre Tickets herausnehmen.',
  'Ends at must not be before the start': 'Das Ende darf nicht vor dem Beginn liegen',
  'Name must be unique: the workspace has a label of this name':
    'Der Name muss einmalig sein: Der Arbeitsbereich hat schon ein Label dieses Namens',
  'A project has at most {} fields, archived ones included: restore or rename one of those':
    'Ein Projekt hat höchstens {} Felder, archivierte eingeschlossen: eines davon wiederherstellen oder umbenennen',
  'A project has at most {} fields: archive one first':
    'Ein Projekt hat höchstens {} Felder: zuerst eines archivieren',
  'Options are at most {}, archived ones included: rename one of those':
    'Höchstens {} Optionen sind möglich, archivierte eingeschlossen: eine davon umbenennen',
  'The ticket moved to another project at the same time. Read it and try again.':
    'Das Ticket kam gleichzeitig in ein anderes Projekt. Neu laden und erneut versuchen.',
  'There are {} different emoji here, the maximum': '{} verschiedene Emojis sind das Höchste',
  'Emoji must be one emoji, such as 👍': 'Es muss ein einzelnes Emoji sein, etwa 👍',
  'Relation would create a cycle: the other ticket already {} this one':
    'Die Verknüpfung ergäbe einen Kreis: Das andere Ticket hat schon die Beziehung „{}“ zu diesem',
  'Only those who may edit the other ticket can say that it is blocked or a duplicate. Relate the tickets instead.':
    'Nur wer das andere Ticket ändern darf, kann sagen, dass es blockiert oder ein Duplikat ist. Die Tickets stattdessen nur verknüpfen.',
  'A project has at most {} schedules: delete one first':
    'Ein Projekt hat höchstens {} Zeitpläne: zuerst einen löschen',
  'Rule must occur after now, within 50 years: change it, its end or the start':
    'Die Regel muss künftig eintreten, innerhalb von 50 Jahren: sie, ihr Ende oder den Beginn ändern',
  'Template does not exist in this project': 'Die Vorlage gibt es in diesem Projekt nicht',
  'A project has at most {} templates: delete one first':
    'Ein Projekt hat höchstens {} Vorlagen: zuerst eine löschen',
  'Schedules use this template: {}. Delete them or give them another template first.':
    'Zeitpläne benutzen diese Vorlage: {}. Sie zuerst löschen oder ihnen eine andere geben.',
  'Ids must have at most {} entries': 'Höchstens {} Tickets auf einmal',
  'Ids cannot be combined with {}': 'Kennungen lassen sich nicht mit {} verbinden',
  'Cursor cannot be combined with page': 'Eine Position lässt sich nicht mit einer Seite verbinden',
  'User does not exist or may not read this ticket':
    'Das Konto gibt es nicht oder es darf dieses Ticket nicht lesen',
  'This person stopped watching the ticket; only they can start again.':
    'Diese Person beobachtet das Ticket nicht mehr; nur sie selbst kann wieder damit beginnen.',
  'The reporter and the assignee watch their ticket; only they can stop.':
    'Wer das Ticket gemeldet hat und wem es zugewiesen ist, beobachtet es; nur sie selbst können das beenden.',

  // Files.
  'Every file must come in the field "file"': 'Jede Datei muss im Feld „file“ kommen',
  'File is required': 'Eine Datei ist nötig',
  'Send the file as multipart/form-data, in the field "file"':
    'Die Datei als multipart/form-data im Feld „file“ senden',
  'Send at most {} at once': 'Höchstens {} auf einmal senden',
  'File must be an image: {}': 'Die Datei muss ein Bild sein: {}',
  '{} is too long': '{} ist zu lang',
  '{} contains a NUL character, which cannot be stored':
    '{} enthält ein NUL-Zeichen, das sich nicht speichern lässt',
  'The body is incomplete or not valid multipart/form-data': 'Die Datei kam unvollständig an',
  'A file may have at most {} bytes{}': 'Eine Datei darf höchstens {} Byte haben{}',
  'A file may have at most {} bytes': 'Eine Datei darf höchstens {} Byte haben',
  'The file has only {} bytes': 'Die Datei hat nur {} Byte',
  'The ticket was moved to another workspace during the upload. Try again.':
    'Das Ticket kam während des Hochladens in einen anderen Arbeitsbereich. Erneut versuchen.',
  'The workspace may have {} bytes of attachments and has no room for this. Delete attachments, or ask the operator to raise WORKSPACE_BYTES_MAX.':
    'Der Arbeitsbereich darf {} Byte an Anhängen haben und hat hierfür keinen Platz. Anhänge löschen oder den Betreiber bitten, WORKSPACE_BYTES_MAX zu erhöhen.',

  // Agents and their tasks.
  'The task has no open question: it is {}.': 'Die Aufgabe hat keine offene Frage: Ihr Zustand ist „{}“.',
  'An approval has no form: people approve or reject':
    'Eine Freigabe hat kein Formular: Sie wird erteilt oder abgelehnt',
  'Only an approval has a subject: set kind to approval':
    'Nur eine Freigabe hat einen Gegenstand: kind muss approval sein',
  'Answer is required: give answer, values of the form, or approve':
    'Die Antwort fehlt: answer, values des Formulars oder approve angeben',
  'Give only one of answer, values and approve': 'Nur eines von answer, values und approve angeben',
  'A reason belongs to approve': 'Eine Begründung gehört zu approve',
  'The agent asks for approval: send approve true or false, and a reason':
    'Der Agent bittet um Freigabe: erteilen oder ablehnen, auf Wunsch mit Begründung',
  'The program that asks for approval cannot approve. Approve it in the web app.':
    'Das Programm, das um Freigabe bittet, kann sie nicht erteilen. In der Web-App freigeben.',
  'The agent asks a question, not for approval: send answer or values':
    'Der Agent stellt eine Frage und bittet nicht um Freigabe: answer oder values senden',
  'The question has no form: send answer': 'Die Frage hat kein Formular: answer senden',
  'The question has a form: send values': 'Die Frage hat ein Formular: values senden',
  'The task is {}: no agent would read the message. Comment on its ticket, or retry the task first.':
    'Der Zustand der Aufgabe ist „{}“: Kein Agent würde die Nachricht lesen. Das Ticket kommentieren oder die Aufgabe zuerst wiederholen.',
  'The agent has not read {} messages of this task yet. Wait until it has read some of them.':
    'Der Agent hat {} Nachrichten dieser Aufgabe noch nicht gelesen. Warten, bis er einige gelesen hat.',
  'The task has no message {}': 'Die Aufgabe hat keine Nachricht {}',
  'Subject must have an id, version, sha, url or text':
    'Der Gegenstand braucht id, version, sha, url oder text',
  'The task has no ticket': 'Die Aufgabe hat kein Ticket',
  'Subject must be the ticket of the task': 'Der Gegenstand muss das Ticket der Aufgabe sein',
  'The ticket has version {}, you asked about version {}. Read it again, then ask about what it says now.':
    'Das Ticket hat Version {}, gefragt wurde nach Version {}. Neu lesen, dann nach dem heutigen Stand fragen.',
  'The ticket to approve was deleted. Cancel the task, or restore the ticket.':
    'Das freizugebende Ticket wurde gelöscht. Die Aufgabe abbrechen oder das Ticket wiederherstellen.',
  'The ticket changed since: it has version {} now, the decision is about version {}. Read it, then answer with "version": {}.':
    'Das Ticket wurde inzwischen geändert: Es hat jetzt Version {}, entschieden wurde über Version {}. Ansehen, dann über Version {} entscheiden.',
  'The question is about version {}, the decision about version {}. Look at what the question names, then answer again.':
    'Gefragt wurde nach Version {}, entschieden über Version {}. Ansehen, was die Frage nennt, dann erneut antworten.',
  'Files must be relative paths without ..: {}': 'Dateien müssen relative Pfade ohne .. sein: {}',
  'Nobody works on the task: it is {}. Cancel it if it shall not be done.':
    'Niemand arbeitet an der Aufgabe: Ihr Zustand ist „{}“. Abbrechen, wenn sie nicht erledigt werden soll.',
  'The time must have at most {} days': 'Die Zeit darf höchstens {} Tage haben',
  'A task can have costs in at most {} currencies':
    'Eine Aufgabe kann Kosten in höchstens {} Währungen haben',
  'The budget of the agent is spent. {}': 'Das Budget des Agenten ist ausgegeben. {}',
  'The budget of the project for agents is spent. {}':
    'Das Budget des Projekts für Agenten ist ausgegeben. {}',
  'The budget of the ticket for agents is spent. {}': 'Das Budget des Tickets für Agenten ist ausgegeben. {}',
  // What a person can do about a failed task (src/agent-tasks/working/failure-advice.ts).
  'The quota or the credit of the model is used up. Raise it or wait until it is renewed, then retry the task.':
    'Das Kontingent oder Guthaben des Modells ist verbraucht. Erhöhen oder auf die Erneuerung warten, dann die Aufgabe wiederholen.',
  'A key or sign-in of the agent was refused. Renew it where the agent runs, then retry the task.':
    'Ein Schlüssel oder eine Anmeldung des Agenten wurde abgelehnt. Dort erneuern, wo der Agent läuft, dann die Aufgabe wiederholen.',
  'The task is too large for the model. Split the ticket, or say which files matter, then retry the task.':
    'Die Aufgabe ist zu groß für das Modell. Das Ticket teilen oder sagen, welche Dateien zählen, dann die Aufgabe wiederholen.',
  'The model refused the work. Say in the ticket what is wanted and why, or give the task to somebody else.':
    'Das Modell hat die Arbeit verweigert. Im Ticket sagen, was gewollt ist und warum, oder die Aufgabe jemand anderem geben.',
  'Tests fail. Look at the last activities: mend the tests, or say in the ticket how they shall pass, then retry.':
    'Tests schlagen fehl. Die letzten Schritte ansehen: die Tests richten oder im Ticket sagen, wie sie gelingen sollen, dann wiederholen.',
  'The branch conflicts with other work. Merge or rebase it, then retry the task.':
    'Der Branch steht in Konflikt mit anderer Arbeit. Zusammenführen oder umsetzen, dann die Aufgabe wiederholen.',
  'The machine of the agent lacks something, such as a program, network or disk. Mend it there, then retry the task.':
    'Dem Rechner des Agenten fehlt etwas, etwa ein Programm, Netz oder Speicher. Dort beheben, dann die Aufgabe wiederholen.',
  'The agent stopped reporting or took too long. Look whether its worker still runs, then retry the task.':
    'Der Agent meldete sich nicht mehr oder brauchte zu lange. Nachsehen, ob er noch läuft, dann die Aufgabe wiederholen.',
  'Read the error and the last activities. If it may pass, retry the task.':
    'Den Fehler und die letzten Schritte lesen. Wenn es vorübergehen kann, die Aufgabe wiederholen.',
  'Your account is read-only and cannot work on tasks':
    'Dieses Konto darf nur lesen und keine Aufgaben bearbeiten',
  'Your account is read-only and cannot have agents': 'Dieses Konto darf nur lesen und keine Agenten haben',
  'Agent must be yours or a member of the project':
    'Der Agent muss ein eigener oder Mitglied des Projekts sein',
  'Agent must be an agent that is a member of the project and more than a viewer':
    'Es muss ein Agent sein, der im Projekt mitarbeitet und mehr als lesen darf',
  'The task waits for a blocker of its ticket. Close the blocker or remove the relation, and the task is offered.':
    'Die Aufgabe wartet auf ein Ticket, das ihres blockiert. Dieses schließen oder die Beziehung entfernen, dann wird sie angeboten.',
  'The task is already {}.': 'Der Zustand der Aufgabe ist schon „{}“.',
  'Insufficient permissions to access this task': 'Kein Zugriff auf diese Aufgabe',
  'The task is {}: there is nothing to retry.':
    'Der Zustand der Aufgabe ist „{}“: Es gibt nichts zu wiederholen.',
  'You and your agents have {} claims waiting. Let fewer workers wait, or claim without wait.':
    '{} eigene Abfragen warten auf Aufgaben. Weniger warten lassen oder ohne Warten abfragen.',
  '{} claims are waiting on this server. Claim without wait, or try again later.':
    '{} Abfragen warten auf diesem Server. Ohne Warten abfragen oder später erneut versuchen.',
  'The agent is disabled. Enable it first.': 'Der Agent ist gesperrt. Zuerst entsperren.',
  'Only the owner of an agent can create API keys for it':
    'Nur wem ein Agent gehört, kann API-Schlüssel für ihn anlegen',
  'This agent belongs to another user': 'Dieser Agent gehört jemand anderem',
  'The account that started this job no longer exists or is disabled':
    'Das Konto, das diesen Auftrag begonnen hat, gibt es nicht mehr oder es ist gesperrt',

  // Criteria and evidence.
  'A ticket has at most {} criteria: delete some, or split the ticket':
    'Ein Ticket hat höchstens {} Kriterien: einige löschen oder das Ticket teilen',
  'Order must have the id of each criterion of the ticket once':
    'Die Reihenfolge muss jedes Kriterium des Tickets genau einmal enthalten',
  'Agents can add criteria; only people can change or delete them. Ask a person.':
    'Agenten können Kriterien hinzufügen; nur Menschen können sie ändern oder löschen. Einen Menschen fragen.',
  'The ticket of the task was deleted or moved to another project':
    'Das Ticket der Aufgabe wurde gelöscht oder in ein anderes Projekt verschoben',
  'The task has no ticket, so there is nothing to show':
    'Die Aufgabe hat kein Ticket, also gibt es nichts zu belegen',
  'SHA-256 must have one hash for each file, in the order of the files':
    'SHA-256 muss für jede Datei einen Wert haben, in der Reihenfolge der Dateien',
  '{} arrived with the SHA-256 {}. Send it again.': '{} kam mit dem SHA-256 {} an. Noch einmal senden.',
  'Passed is required': 'Ob der Beleg bestanden ist, fehlt',
  'A ticket has at most {} pieces of evidence. Continue in a new ticket.':
    'Ein Ticket hat höchstens {} Belege. In einem neuen Ticket weitermachen.',
  'Criterion does not exist on this ticket': 'Das Kriterium gibt es an diesem Ticket nicht',
  'The criterion was changed during the upload. Try again.':
    'Das Kriterium wurde während des Hochladens geändert. Noch einmal versuchen.',
  '{} cannot be read as a test report: {}': '{} ist als Testbericht nicht lesbar: {}',

  // Settings of the installation.
  '{} is set in the environment of the server, so it cannot be changed here. Remove the variable and start Docket again.':
    '{} ist in der Umgebung des Servers gesetzt und deshalb hier nicht änderbar. Die Variable entfernen und Docket neu starten.',

  // Archives and imports.
  'The export needs too much memory. Export single projects.':
    'Der Export braucht zu viel Speicher. Einzelne Projekte exportieren.',
  'An import of an archive has exactly one file.': 'Ein Import eines Archivs hat genau eine Datei.',
  'The archive has a row that this Docket cannot store: a value is too long, missing, not allowed or a second one where only one may be. What was imported before it stays. Export again.':
    'Das Archiv hat eine Zeile, die dieses Docket nicht speichern kann: Ein Wert ist zu lang, fehlt, ist nicht erlaubt oder kommt zweimal vor, wo nur einer stehen darf. Was davor importiert wurde, bleibt. Neu exportieren.',
  'Reading the archive needs too much memory. Export single projects.':
    'Das Archiv zu lesen, braucht zu viel Speicher. Einzelne Projekte exportieren.',
  '{} is the archive of the project {}. Import it into a project: --project KEY.':
    '{} ist das Archiv des Projekts {}. Es in ein Projekt importieren, in dessen Einstellungen.',
  'Other projects here have or had the keys {} of the archive. Import into an empty Docket, or single projects: --project KEY --from KEY.':
    'Andere Projekte haben oder hatten hier die Schlüssel {} des Archivs. In ein leeres Docket importieren, oder einzelne Projekte.',
  'Projects of the archive were imported here before: {}. Import into an empty Docket, or single projects: --project KEY --from KEY.':
    'Projekte des Archivs wurden hier schon importiert: {}. In ein leeres Docket importieren, oder einzelne Projekte.',
  'Accounts here have addresses of the archive and have not confirmed them, or are agents: {}. Confirm the addresses (docket user verify-email), or say who these people are here (--map-people).':
    'Konten haben hier Adressen des Archivs und sie nicht bestätigt, oder sind Agenten: {}. Die Adressen bestätigen (docket user verify-email), oder sagen, wer diese Personen hier sind (docket import --map-people).',
  'Only administrators can import an instance': 'Nur Administratoren können eine Instanz importieren',
  'These people have no account here: {}': 'Diese Personen haben hier kein Konto: {}',
  'The archive has the projects {}. Say which one to import: --from KEY, or "project" in the mapping.':
    'Das Archiv hat die Projekte {}. Eines davon für den Import wählen.',
  '{} cannot be imported: {}.': '{} kann nicht importiert werden: {}.',
  '{} cannot be verified: {}.': '{} kann nicht geprüft werden: {}.',
  'The repository has no branch {}. Push it first, then open its pull request.':
    'Das Repository hat keinen Branch {}. Erst den Branch übertragen, dann den Pull Request öffnen.',
  '{} is the default branch. Push to a branch of the task first.':
    '{} ist der Standard-Branch. Erst in einen Branch der Aufgabe übertragen.',
  'Paths must be relative, without empty parts, . and ..: {}':
    'Pfade müssen relativ sein, ohne leere Teile, . und ..: {}',
  'The archive has a {} in {} that is not of its type. Export it again.':
    'Das Archiv hat einen Wert „{}“ in {} von falscher Art. Neu exportieren.',
  'The server stopped {} times while it worked on this import. Start it again; what is imported stays.':
    'Der Server wurde {}-mal beendet, während er an diesem Import arbeitete. Neu beginnen; was importiert ist, bleibt.',
  'The file {} is no longer stored. Upload it again in a new import.':
    'Die Datei {} ist nicht mehr gespeichert. Sie in einem neuen Import hochladen.',
  'There are {} unfinished imports. Wait for one to end, or cancel one':
    'Es gibt {} laufende Importe. Auf das Ende von einem warten oder einen abbrechen',
  'The import was started already. Create another one for more files.':
    'Der Import läuft schon. Für weitere Dateien einen neuen anlegen.',
  'An import has at most {} files': 'Ein Import hat höchstens {} Dateien',
  'The import is {} and cannot be started': 'Der Zustand des Imports ist „{}“, er kann nicht beginnen',
  'The import has no file. Upload one first.': 'Der Import hat keine Datei. Zuerst eine hochladen.',
  'The import has ended': 'Der Import ist beendet',
  'You have {} unfinished imports, into {}. Wait for one to end, or cancel one':
    'Sie haben {} offene Importe, in {}. Auf das Ende von einem warten oder einen abbrechen',
  'These people are not members of the project: {}. Add them to the project first, or leave them out: the import then names them without an account':
    'Diese Personen gehören nicht zum Projekt: {}. Zuerst zum Projekt hinzufügen oder weglassen: Der Import nennt sie dann ohne Konto',
  'Reading the file needs too much memory. Split it into several files.':
    'Die Datei zu lesen braucht zu viel Speicher. Sie in mehrere teilen.',

  // Documentation and code hosts.
  '{} rejected the push: {}': '{} hat den Push abgelehnt: {}',
  'The default branch was changed by another process. Try again':
    'Der Hauptzweig wurde gleichzeitig geändert. Erneut versuchen',
  'GitLab rejected the merge request: {}': 'GitLab hat den Merge Request abgelehnt: {}',
  'GitLab cannot start a pipeline: {}': 'GitLab kann keine Pipeline starten: {}',
  'Head has more than {} {} that base lacks, the limit of this instance. Choose a nearer base, or raise {}':
    'Der Endpunkt hat mehr als {} neue {}, die Grenze dieser Instanz. Einen näheren Ausgangspunkt wählen oder {} erhöhen',
  'This range needs git to fetch more than {} MB, the limit of this instance. Choose a nearer base, or raise DOCS_COPY_MB_MAX':
    'Für diesen Bereich müsste git mehr als {} MB holen, die Grenze dieser Instanz. Einen näheren Ausgangspunkt wählen oder DOCS_COPY_MB_MAX erhöhen',
  'The branch {} was changed by another process. Try again':
    'Der Zweig {} wurde gleichzeitig geändert. Erneut versuchen',
  'git is not installed on the server. Docket needs it for local repositories and for large changes on other hosts. Install git 2.36 or newer':
    'Auf dem Server ist git nicht installiert. Docket braucht es für lokale Repositorys und für große Änderungen auf anderen Hosts. git 2.36 oder neuer installieren',
  '{} rejected the pull request: {}': '{} hat den Pull Request abgelehnt: {}',
  'The repository has no workflow {}': 'Das Repository hat keinen Workflow {}',
  '{} cannot start {}: {}': '{} kann {} nicht starten: {}',
  '{} accepted the workflow but lists no run yet. Repeat the request to get the URL of the run':
    '{} hat den Workflow angenommen, nennt aber noch keinen Lauf. Gleich erneut versuchen',
  'Cannot reach {} ({}): {}': '{} ist nicht erreichbar ({}): {}',
  '{} returned a response that its API does not send. Check the URL of the API':
    '{} hat eine Antwort geschickt, die seine API nicht kennt. Die Adresse der API prüfen',
  '{} says that the repository has another name now. Link it to the project under that name; an administrator approves it again':
    '{} sagt, dass das Repository jetzt anders heißt. Es unter dem neuen Namen mit dem Projekt verknüpfen; die Administration gibt es neu frei',
  '{}. Try again later': '{}. Später erneut versuchen',
  '{}. The token that Docket uses lacks the permission': '{}. Dem Token von Docket fehlt die Berechtigung',
  'The process that drafts documentation ended unexpectedly ({}). Try again; if it ends again, choose a base closer to head.':
    'Der Prozess, der Dokumentation entwirft, endete unerwartet ({}). Erneut versuchen; endet er wieder, einen näheren Ausgangspunkt wählen.',
  'The difference between base and head needs more than {} MB of memory. Choose a base closer to head':
    'Der Unterschied braucht mehr als {} MB Speicher. Einen näheren Ausgangspunkt wählen',
  'Too many documentation drafts are in progress. Try again in a moment.':
    'Zu viele Entwürfe von Dokumentation laufen. Gleich erneut versuchen.',
  'The drafts were not ready within {} seconds. Choose a base closer to head, or raise DOCS_TIMEOUT_SECONDS.':
    'Die Entwürfe waren nach {} Sekunden nicht fertig. Einen näheren Ausgangspunkt wählen oder DOCS_TIMEOUT_SECONDS erhöhen.',
  'The drafts have more than {} MB. Choose a base closer to head':
    'Die Entwürfe haben mehr als {} MB. Einen näheren Ausgangspunkt wählen',
  'A local repository has no pull requests. Omit openPr to receive the drafts in the response':
    'Ein lokales Repository hat keine Pull Requests',
  'The server stopped {} times while it worked on this job. Choose a smaller range, or repeat the request':
    'Der Server wurde {}-mal beendet, während er daran arbeitete. Einen kleineren Bereich wählen oder neu beginnen',
  'You have {} unfinished documentation jobs. Wait for one to end':
    '{} eigene Dokumentationsaufträge laufen. Auf das Ende von einem warten',
  'Head has nothing that base lacks, so there is nothing to publish':
    'Der Endpunkt hat nichts Neues, also gibt es nichts zu veröffentlichen',
  'The project has no such own status; it has {}': 'Das Projekt hat diesen eigenen Status nicht. Es hat {}',
  'The project has no own statuses': 'Das Projekt hat keine eigenen Status',
  '{} is an own status of {}, not of {}. Give one of the two, or two that agree.':
    '{} ist ein eigener Status von {}, nicht von {}. Nur eines angeben, oder was zusammenpasst.',
  'The workflow of the project changed at the same time. Read it and try again.':
    'Der Arbeitsablauf des Projekts wurde gleichzeitig geändert. Neu laden und erneut versuchen.',
  'A project has at most {} own statuses. Delete one first.':
    'Ein Projekt hat höchstens {} eigene Status. Zuerst einen löschen.',
  'Name must differ from those of the other statuses': 'Ein anderer Status heißt schon so',
  'Statuses must have the ids of own statuses of the project, each with the status it was added for':
    'Die Status passen nicht zu denen des Projekts. Neu laden und erneut versuchen.',
  'Limits must name statuses, or ids of own statuses': 'Die Grenzen passen nicht zu den Status des Projekts',
  'Another request is starting the workflow. Try again in a moment.':
    'Der Workflow wird gerade gestartet. Gleich erneut versuchen.',
  'Repo must have the form owner/name': 'Das Repository braucht die Form Besitzer/Name',
  '{} is not linked to a project that you are a member of. Link it to one of your projects first':
    '{} ist mit keinem Projekt mit eigener Mitgliedschaft verknüpft. Zuerst mit einem eigenen Projekt verknüpfen',
  '{}, so Docket does not use its own access to the code host for it. Ask an administrator to approve it under Administration, Repositories, or set a code host with a token of its own in the settings of the project':
    '{}, also benutzt Docket dafür nicht seinen eigenen Zugang zum Code-Host. Die Administration kann es unter Verwaltung, Repositorys freigeben; oder in den Einstellungen des Projekts einen Code-Host mit eigenem Token eintragen',
  'You can read {}, but you cannot open pull requests there':
    '{} ist lesbar, aber Pull Requests lassen sich dort nicht öffnen',
  'Repository {} not found: no code host is configured. Set LOCAL_REPOSITORIES or GITHUB_TOKEN':
    'Repository {} nicht gefunden: Kein Code-Host ist eingerichtet. LOCAL_REPOSITORIES oder GITHUB_TOKEN setzen',

  // Webhooks.
  'Only administrators of the instance or of a project of this delivery may see it':
    'Nur Admins der Instanz oder eines Projekts dieser Zustellung dürfen sie sehen',
  'triggers[{}] needs a kind, or \\`ignore: true\\` to create no task':
    'Auslöser {} braucht eine Art oder „ignorieren“, um keine Aufgabe anzulegen',
  'triggers[{}] needs a kind, or `ignore: true` to create no task':
    'Auslöser {} braucht eine Art oder „ignorieren“, um keine Aufgabe anzulegen',
  'Administrators can only enable or disable the webhooks of other users':
    'Die Administration kann fremde Webhooks nur ein- und ausschalten',
  'You have {} webhooks, the maximum. Delete one first.':
    '{} Webhooks sind das Höchste. Zuerst einen löschen.',
  'Users with the role VIEWER cannot create or change webhooks':
    'Konten, die nur lesen dürfen, können keine Webhooks anlegen oder ändern',
  'Only administrators can subscribe to the whole instance':
    'Nur die Administration kann die ganze Instanz abonnieren',
  'Insufficient permissions to access this webhook': 'Kein Zugriff auf diesen Webhook',
  'Only administrators can list the webhooks of all users':
    'Nur die Administration kann alle Webhooks auflisten',
  'Until must not be before since': 'Das Ende darf nicht vor dem Anfang liegen',
  'More than {} events match. Narrow the range with since, until or events.':
    'Mehr als {} Ereignisse passen. Den Zeitraum oder die Ereignisse eingrenzen.',
  'Target {}': 'Das Ziel {}',
  'The list has {} targets, the maximum. Remove one, or list a network.':
    'Die Liste hat {} Ziele, das Höchste. Eines entfernen oder ein Netz eintragen.',
  '{} is on the list already.': '{} steht schon in der Liste.',
  'This webhook is disabled. Set "active" to true, then try again.':
    'Dieser Webhook ist ausgeschaltet. Ihn einschalten und erneut versuchen.',
  'Events must contain at least one event name, or "*"': 'Mindestens ein Ereignis ist nötig',
  'Unknown events: {}. Use "*", a pattern such as "ticket.*", or a name: {}':
    'Unbekannte Ereignisse: {}. Möglich sind „*“, ein Muster wie „ticket.*“ oder ein Name: {}',
  'Url must be an http or https URL, such as https://example.org/hooks':
    'Es muss eine http- oder https-Adresse sein, etwa https://example.org/hooks',
  'Url must have at most {} characters': 'Die Adresse darf höchstens {} Zeichen haben',
  'Url must not contain a user name or password; deliveries are signed instead':
    'Die Adresse darf weder Namen noch Passwort enthalten; Zustellungen werden stattdessen signiert',
  'Url must not resolve to an address that this server may not call':
    'Die Adresse führt zu einem Rechner, den dieser Server nicht aufrufen darf',
  'Secret must have base64 after "whsec_"': 'Das Geheimnis braucht nach „whsec_“ base64',
  'Secret must have at least {} {}. Leave it out and Docket generates one':
    'Das Geheimnis braucht mindestens {} {}. Ohne Angabe erzeugt Docket eines',

  // Views and statistics.
  'Views do not exist: {}': 'Diese Ansichten gibt es nicht: {}',
  'There are {} views here, the maximum. Delete one first.':
    '{} Ansichten sind hier das Höchste. Zuerst eine löschen.',
  'You are subscribed to {} views, the maximum. Unsubscribe from one first.':
    '{} abonnierte Ansichten sind das Höchste. Zuerst eine abbestellen.',
  'Query ({}) is not needed: a {} view is limited to its {}':
    'Die Angabe „{}“ ist nicht nötig: Die Ansicht ist ohnehin darauf begrenzt ({})',
  'Name must be unique: there is a view of this name':
    'Der Name muss einmalig sein: Es gibt schon eine Ansicht dieses Namens',
  'Insufficient permissions to access this view': 'Kein Zugriff auf diese Ansicht',
  'The workspace has {} initiatives, the maximum. Delete one first.':
    '{} Initiativen sind in einem Arbeitsbereich das Höchste. Zuerst eine löschen.',
  'An initiative has projects of its own workspace only.':
    'Eine Initiative hat nur Projekte ihres eigenen Arbeitsbereichs.',
  'An initiative has at most {} projects.': 'Eine Initiative hat höchstens {} Projekte.',
  'Initiative {} does not exist in this workspace':
    'Die Initiative {} gibt es in diesem Arbeitsbereich nicht',
  'Owner must be a member of the workspace': 'Verantwortliche müssen Mitglied des Arbeitsbereichs sein',
  'Insufficient permissions to access this initiative': 'Kein Zugriff auf diese Initiative',
  'By must be after today, at most {} days': 'Der Tag muss nach heute liegen, höchstens {} Tage später',
  'Give either a tag or a version with its tickets': 'Entweder ein Tag oder eine Version mit Tickets angeben',
  'Tag must name a final version, such as v1.4': 'Das Tag muss eine fertige Version sein, etwa v1.4',
  'Repository must be one that the project links': 'Das Projekt verknüpft dieses Repository nicht',
  'Ticket ids must be of tickets of the project': 'Die Tickets müssen aus dem Projekt sein',
  'Give tickets or group, not both': 'Tickets oder eine Gruppe angeben, nicht beides',
  'From must not be after to': 'Der Anfang darf nicht nach dem Ende liegen',
  'From must not be in the future': 'Der Anfang darf nicht in der Zukunft liegen',
  'From and to may be at most {} days apart': 'Anfang und Ende dürfen höchstens {} Tage auseinanderliegen',
});

/** Fields and things. */
const names = {
  Title: 'Titel',
  Name: 'Name',
  Description: 'Beschreibung',
  Password: 'Passwort',
  'Current password': 'Das jetzige Passwort',
  'New password': 'Das neue Passwort',
  Email: 'E-Mail-Adresse',
  Key: 'Kürzel',
  Status: 'Status',
  Priority: 'Priorität',
  Assignee: 'Zuständig',
  Labels: 'Labels',
  Group: 'Gruppe',
  Milestone: 'Meilenstein',
  Parent: 'Übergeordnet',
  'Due date': 'Fälligkeit',
  Estimate: 'Schätzung',
  Text: 'Text',
  Body: 'Text',
  Content: 'Inhalt',
  Color: 'Farbe',
  Role: 'Rolle',
  Events: 'Ereignisse',
  Secret: 'Geheimnis',
  Code: 'Code',
  Timezone: 'Zeitzone',
  'Starts at': 'Beginn',
  'Ends at': 'Ende',
  'Expires at': 'Ablauf',
  Ticket: 'Ticket',
  Project: 'Projekt',
  Workspace: 'Arbeitsbereich',
  User: 'Konto',
  Comment: 'Kommentar',
  Attachment: 'Anhang',
  Label: 'Label',
  Agent: 'Agent',
  Task: 'Aufgabe',
  Invitation: 'Einladung',
  Webhook: 'Webhook',
  View: 'Ansicht',
  Template: 'Vorlage',
  Schedule: 'Zeitplan',
  Import: 'Import',
  Passkey: 'Passkey',
  'API key': 'API-Schlüssel',
  Connection: 'Verbindung',
  'Documentation job': 'Dokumentationsauftrag',
  'Code host': 'Code-Host',
  'Access token': 'Zugriffstoken',
  'Inbound secret': 'Geheimnis für eingehende Webhooks',
  'Webhook target': 'Webhook-Ziel',
  'Repository link': 'Verknüpfung zum Repository',
  'Checklist item': 'Punkt der Checkliste',
  'Time log': 'Zeitbuchung',
  'Page {}': 'Seite {}',
  'Link to {}': 'Verknüpfung zu {}',
  'Repository {}': 'Repository {}',
  'Ref {} of {}': 'Referenz {} von {}',
  ticket: 'Ticket',
  task: 'Aufgabe',
  view: 'Ansicht',
  webhook: 'Webhook',
  comment: 'Kommentar',
  agent: 'Agent',
  user: 'Konto',
};

/** What the server answers when it refuses something. `server.test.ts` compares it with docs/messages.txt. */
export const serverSentences: SentenceTable = {
  frames: conditionProblems.frames,
  sentences: [...reasons.sentences, ...conditionProblems.sentences, sentences],
  names: { ...reasons.names, ...conditionProblems.names, ...names },
};
