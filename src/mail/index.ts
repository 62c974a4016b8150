export { enqueueMail } from './enqueue-mail.ts';
export { type DraftMail, type PostOffice, sweepMails } from './send-mails.ts';
export { startPostOffice } from './start-post-office.ts';
export { addUnsubscribeRoutes } from './unsubscribe-routes.ts';
