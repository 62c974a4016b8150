import { followEvents } from '../../../sdk/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { newSecret } from '../../platform/webhook-signature.ts';
import { clientCommand, optionalText, requiredText, UsageError } from '../command.ts';
import { urlOption } from './common-options.ts';
import { findConnection } from './connection.ts';
import { forwardEvent } from './forward-event.ts';
import { toLine } from './terminal-text.ts';

/** Forwards the events of a running instance to a local program, as webhook requests. */
export const listen = clientCommand({
  arguments: {},
  options: {
    forward: requiredText('URL', 'The address to send events to, for example http://localhost:4000/hook.'),
    events: optionalText('A,B', 'Event names or patterns such as ticket.*. Default: all.'),
    key: optionalText(
      'KEY',
      'An API key with the scope "read". Default: DOCKET_API_KEY, or that of docket login.',
    ),
    url: urlOption,
    secret: optionalText('TEXT', 'The signing secret. Default: a new one, which is printed.'),
  },
  examples: [
    'docket listen --forward http://localhost:4000/hook',
    "docket listen --forward http://localhost:4000/hook --key dkt_… --events 'ticket.*' --url https://docket.example.org",
  ],
  run: async ({ forward, events, key, url, secret }, context) => {
    const target = URL.canParse(forward) ? new URL(forward) : undefined;
    if (!target || !/^https?:$/.test(target.protocol))
      throw new UsageError(`--forward is ${JSON.stringify(forward)}, but must be an http or https address.`);
    const environment =
      key === undefined ? context.environment : { ...context.environment, DOCKET_API_KEY: key };
    const { url: baseUrl, apiKey } = await findConnection({ ...context, environment }, url);
    const signing = secret ?? newSecret();
    const stopping = new AbortController();
    process.once('SIGINT', () => stopping.abort());
    process.once('SIGTERM', () => stopping.abort());

    process.stdout.write(`Listening to ${baseUrl}, forwarding to ${target.href}\nsecret ${signing}\n`);
    let isFirst = true;
    const onOpen = () => {
      if (isFirst) process.stdout.write('Connected.\n');
      isFirst = false;
    };
    const types = events?.split(',').filter((name) => name !== '*');
    let forwarded = 0;
    for await (const { type, event } of followEvents({
      ...{ baseUrl, apiKey, onOpen, signal: stopping.signal },
      ...(types && types.length > 0 && { types }),
    })) {
      if (!event) continue;
      const outcome = await forwardEvent(target, signing, event, systemClock.now());
      forwarded++;
      process.stdout.write(`${toLine(type)}  ${outcome}\n`);
    }
    return { json: { forwarded }, text: `${forwarded} events forwarded.\n` };
  },
});
