export { NeedsYou } from '../my-work/needs-you.tsx';
export { NewTicketForm } from '../new-ticket/new-ticket-form.tsx';
export { openMenuByKey, openMenusByPointer } from '../verbs/open-menu.ts';
export { VerbHost } from '../verbs/verb-host.tsx';
export { runVerb, titleOf } from '../verbs/verbs.ts';
export { TicketPane } from './panel/ticket-pane.tsx';
export { TicketPanel } from './panel/ticket-panel.tsx';
export { preloadOnHover } from './preload-on-hover.ts';
