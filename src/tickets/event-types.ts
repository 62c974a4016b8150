import { reopenEvents } from './change/reopen-events.ts';
import { shipEvents } from './change/ship-events.ts';
import { commentEvents } from './comments/comment-events.ts';
import { criterionEvents } from './criteria/criterion-events.ts';
import { cycleEvents } from './cycles/cycle-events.ts';
import { gateEvents } from './gates/gate-events.ts';
import { linkEvents } from './links/link-events.ts';
import { reactionEvents } from './reactions/reaction-events.ts';
import { reviewEvents } from './reviews/review-events.ts';
import { schedulePaused } from './schedules/schedule-events.ts';
import { settingEvents } from './setting-events.ts';
import { ticketEvents } from './ticket-events.ts';
import { timeLogEvents } from './time-logs/time-log-events.ts';

export const allTicketEvents = [
  ...ticketEvents,
  ...commentEvents,
  ...reactionEvents,
  ...criterionEvents,
  ...reopenEvents,
  ...shipEvents,
  ...linkEvents,
  ...gateEvents,
  ...reviewEvents,
  ...settingEvents,
  ...cycleEvents,
  schedulePaused,
  ...timeLogEvents,
];
