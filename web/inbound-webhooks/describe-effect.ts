import type { InboundEffect } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { choiceLabel } from '../parts/ticket-words.ts';

/** What a delivery led to, in words. */
export function describeEffect(effect: InboundEffect): string {
  const texts = m.inboundWebhooks.deliveries.effect;
  const { kind = '', ticketKey = '', status = '', what = texts.something, count = 0 } = effect;
  switch (effect.type) {
    case 'task':
      return effect.state === 'held' ? `${texts.task(kind)} (${texts.held})` : texts.task(kind);
    case 'linked':
      return texts.linked(what, ticketKey);
    case 'checked':
      return texts.checked(what, ticketKey);
    case 'stale':
      return texts.stale(what, ticketKey);
    case 'moved':
      return texts.moved(ticketKey, choiceLabel('status', status));
    case 'not_moved':
      return texts.notMoved(ticketKey);
    case 'opened':
      return texts.opened(ticketKey);
    case 'release':
      return what;
    case 'docs':
      return texts.docs(what);
    case 'commits':
      return texts.commits(count);
    case 'reviews':
      return texts.reviews(count);
  }
}
