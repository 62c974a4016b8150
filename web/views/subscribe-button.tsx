import type { View } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { setSubscription } from './views-queries.ts';

/** Notifications of tickets that enter the view, for oneself. */
export function SubscribeButton({ view: { id, name, isSubscribed } }: { view: View }) {
  const toggle = async () => {
    if (!(await attempt(() => setSubscription(id, !isSubscribed)))) return;
    showToast({ text: (isSubscribed ? m.arrange.unsubscribed : m.arrange.subscribed)(name) });
  };
  return (
    <IconButton
      icon="bell"
      label={isSubscribed ? m.arrange.unsubscribe : m.arrange.subscribe}
      aria-pressed={isSubscribed}
      onClick={toggle}
    />
  );
}
