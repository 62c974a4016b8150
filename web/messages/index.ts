import { en, type Messages } from './en/index.ts';

export type { Messages };
export type Language = 'en' | 'de';
export const languages = { en: 'English', de: 'Deutsch' } as const satisfies Record<Language, string>;

/**
 * The messages in the user's language. Read them while rendering, never at the top level of a module. Code outside of
 * the first load awaits `loadLateMessages`, so every message exists when it is read; the build refuses a late message
 * in the first load.
 */
export let m = en as Messages;
export let language: Language = 'en';

/** What the server says, in the language of the user. */
export let inUsersLanguage = {
  answer: async (response: Response): Promise<Response> => response,
  data: <Data>(data: Data): Data => data,
};

/** Called once before the first render; another language is chosen by reloading the page. */
export async function loadLanguage(wanted: string | undefined): Promise<Language> {
  const [primary] = (wanted ?? navigator.language).toLowerCase().split('-');
  if (primary === 'de') {
    const { de, answerInGerman, dataInGerman } = await import('./de/index.ts');
    m = de as Messages;
    language = 'de';
    inUsersLanguage = { answer: answerInGerman, data: dataInGerman };
  }
  choose();
  return language;
}

let choose = () => {};
const isChosen = new Promise<void>((resolve) => {
  choose = resolve;
});
let loading: Promise<void> | undefined;

/** The messages of the screens that are not in the first load. */
export function loadLateMessages(): Promise<void> {
  loading ??= isChosen
    .then(() => (language === 'de' ? import('./de/late.ts') : import('./en/late.ts')))
    .then(
      ({ late }) => {
        m = { ...m, ...late };
      },
      (error: unknown) => {
        // The next screen tries again, for example after a moment without network.
        loading = undefined;
        throw error;
      },
    );
  return loading;
}

let pluralRules: Intl.PluralRules | undefined;

/** Chooses the form for a number: `plural(n, { one: '1 ticket', other: `${n} tickets` })`. */
export function plural(count: number, forms: { one: string; other: string }): string {
  pluralRules ??= new Intl.PluralRules(language);
  return pluralRules.select(count) === 'one' ? forms.one : forms.other;
}
