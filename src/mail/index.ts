export { enqueueMail } from './enqueue-mail.ts';
export { findDueMails, giveUpMails, listMailHolders } from './mail-store.ts';
export { type MailDrafter, type MailQueue, sweepMails } from './send-mails.ts';
export { startMailLoop } from './start-mail-loop.ts';
export { addRoutes } from './unsubscribe-routes.ts';
