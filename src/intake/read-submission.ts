import { type Payload, parsePayload, textAt } from '../inbound-webhooks/index.ts';
import { invalid } from '../platform/errors.ts';
import { parseInput } from '../platform/validation/index.ts';
import type { ChannelKind, Submission } from './channel.ts';
import { cleanSubmission } from './clean-text.ts';
import { FormInput } from './intake-schemas.ts';
import { readMail } from './read-mail.ts';

/** Where a webhook's payload has the parts of a ticket: `title=alert.summary`. */
export type Mapping = Partial<Record<'title' | 'text' | 'name' | 'email' | 'message', string>>;

/** Undefined if a program filled in the form: people do not see the field `website`. */
export function readSubmission(kind: ChannelKind, mapping: Mapping, bytes: Buffer): Submission | undefined {
  const payload = parsePayload(bytes);
  if (!payload) throw invalid({ body: ['Body must be a JSON object, nested at most 100 levels deep'] });
  if (kind === 'form') {
    const { website, text, email, ...given } = parseInput(FormInput, payload);
    if (website) return undefined;
    return cleanSubmission({ ...given, text: text ?? '', email: email ?? '' });
  }
  const read = (part: keyof Mapping) => textAtPath(payload, mapping[part] ?? part);
  const message = read('message');
  if (message !== undefined) return readMail(message);
  return cleanSubmission({
    title: read('title'),
    text: read('text'),
    name: read('name'),
    email: read('email'),
  });
}

const textAtPath = (payload: Payload, path: string) => textAt(payload, ...path.split('.').slice(0, 20));
