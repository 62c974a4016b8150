import { eventCatalogue } from '../event-catalogue.ts';
import { forwardEvent, newSecret, parsePatterns, publicEventNames } from '../outbound-webhooks/index.ts';
import { newOutboundHttp } from '../platform/outbound-http/index.ts';
import { command, optionalText, requiredText, UsageError } from './command.ts';
import { followEvents } from './follow-events.ts';

const address = (text: string, option: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`--${option} is ${JSON.stringify(text)}, but must be an http or https address.`);
};

/** Forwards the events of a running instance to a local program, as webhook requests. */
export const listen = command({
  arguments: {},
  options: {
    forward: requiredText('URL', 'The address to send events to, for example http://localhost:4000/hook.'),
    events: optionalText('A,B', 'Event names or patterns such as ticket.*. Default: all.'),
    key: requiredText('KEY', 'An API key of the instance with the scope "read".'),
    url: optionalText('URL', 'The address of the instance. Default: BASE_URL, or HOST and PORT.'),
    secret: optionalText('TEXT', 'The signing secret. Default: a new one, which is printed.'),
  },
  examples: [
    'docket listen --forward http://localhost:4000/hook --key dkt_…',
    "docket listen --forward http://localhost:4000/hook --key dkt_… --events 'ticket.*' --url https://docket.example.org",
  ],
  run: async ({ forward, events, key, url, secret }, { config, clock }) => {
    const target = address(forward, 'forward');
    const instance = address(url ?? config.BASE_URL ?? `http://${config.HOST}:${config.PORT}`, 'url');
    const patterns = parsePatterns(events?.split(',') ?? ['*'], publicEventNames(eventCatalogue));
    const signing = secret ?? newSecret();
    const outbound = newOutboundHttp({ egress: 'private' });
    const stopping = new AbortController();
    process.once('SIGINT', () => stopping.abort());
    process.once('SIGTERM', () => stopping.abort());

    process.stdout.write(
      `Listening to ${instance.origin}, forwarding to ${target.href}\nsecret ${signing}\n`,
    );
    const onFollowing = () => process.stdout.write('Connected.\n');
    let forwarded = 0;
    const following = { instance, key, patterns, signal: stopping.signal, onFollowing };
    for await (const { type, body } of followEvents(following)) {
      const outcome = await forwardEvent(outbound, target, signing, body, clock);
      forwarded++;
      process.stdout.write(`${type}  ${outcome.status ?? outcome.error}\n`);
    }
    await outbound.close();
    return { json: { forwarded }, text: `${forwarded} events forwarded.\n` };
  },
});
