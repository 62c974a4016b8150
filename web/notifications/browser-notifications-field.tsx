import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Field } from '../parts/forms/field.tsx';
import { turnOff, turnOn, useBrowserNotifications } from './browser-notifications.ts';

/** Asks for permission by a press, never by itself. */
export function BrowserNotificationsField() {
  const state = useBrowserNotifications();
  const text = m.notifications.browser;
  return (
    <Field label={text.name} hint={text.hint} row>
      <span className="browser-notifications">
        <span role="status">{text[state]} </span>
        {state === 'off' && (
          <Button icon="bell" onClick={() => void turnOn()}>
            {text.turnOn}
          </Button>
        )}
        {(state === 'on' || state === 'pushed') && (
          <Button onClick={() => void turnOff()}>{text.turnOff}</Button>
        )}
      </span>
    </Field>
  );
}
