export { type Draft, type Letter, writeLetter } from './letter.ts';
export { type Mailer, newSmtpMailer, type SendOutcome } from './smtp-mailer.ts';
