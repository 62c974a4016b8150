import { en, type Messages } from './en/index.ts';

export type { Messages };
export type Language = 'en' | 'de';
export const languages = { en: 'English', de: 'Deutsch' } as const satisfies Record<Language, string>;

/** The catalogue of the user's language. Read it while rendering, never at the top level of a module. */
export let m: Messages = en;
export let language: Language = 'en';

/** Called once before the first render; another language is chosen by reloading the page. */
export async function loadLanguage(wanted: string | undefined): Promise<void> {
  const [primary] = (wanted ?? navigator.language).toLowerCase().split('-');
  if (primary === 'de') {
    ({ de: m } = await import('./de/index.ts'));
    language = 'de';
  }
  document.documentElement.lang = language;
}

let pluralRules: Intl.PluralRules | undefined;

/** Chooses the form for a number: `plural(n, { one: '1 ticket', other: `${n} tickets` })`. */
export function plural(count: number, forms: { one: string; other: string }): string {
  pluralRules ??= new Intl.PluralRules(language);
  return pluralRules.select(count) === 'one' ? forms.one : forms.other;
}
