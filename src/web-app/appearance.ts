import { findAppearance } from '../auth/index.ts';
import type { Clock } from '../platform/clock.ts';
import { hashToken } from '../platform/crypto.ts';
import type { Queries } from '../platform/db/index.ts';
import type { Theme } from '../users/index.ts';

/** The languages of the web app; the first is the default. */
const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** What the first paint of a page depends on. */
export interface Appearance {
  theme: Theme;
  language: Language;
  /** The app then asks for what needs a session; without one, browsers would log the refusal. */
  signedIn: boolean;
}

/** The preferences of the session, else the language of the browser. */
export async function getAppearance(
  { reads, clock }: { reads: Queries; clock: Clock },
  token: string | undefined,
  acceptLanguage: string | undefined,
): Promise<Appearance> {
  const preferred = token && (await findAppearance(reads, { tokenHash: hashToken(token), now: clock.now() }));
  if (preferred)
    return {
      theme: preferred.theme,
      language: findLanguage(preferred.language) ?? languages[0],
      signedIn: true,
    };
  return { theme: 'system', language: chooseLanguage(acceptLanguage), signedIn: false };
}

/** Reads Accept-Language with its q-values. */
export function chooseLanguage(header = ''): Language {
  const entries = header.split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { language: findLanguage(tag), quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const accepted = entries.filter(({ language, quality }) => language !== undefined && quality > 0);
  return accepted.sort((a, b) => b.quality - a.quality)[0]?.language ?? languages[0];
}

function findLanguage(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split('-', 1)[0];
  return languages.find((language) => language === primary);
}
