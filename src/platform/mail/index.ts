export { formatMessage, type MailMessage, type MessageContent } from './mail-message.ts';
export { type Mailer, newSmtpMailer, type SendOutcome } from './smtp-mailer.ts';
