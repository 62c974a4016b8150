import { hash } from 'node:crypto';
import type { Language } from './appearance.ts';

const words: Record<Language, { title: string; text: string }> = {
  en: { title: 'One moment', text: 'The web app is being built. This page comes back by itself.' },
  de: { title: 'Einen Moment', text: 'Die Web-App wird gebaut. Diese Seite lädt sich von selbst neu.' },
};

const style =
  'body{font:15px/22px system-ui,sans-serif;color-scheme:light dark;display:grid;place-content:center;' +
  'min-height:90vh;margin:0;padding:0 16px;text-align:center}h1{font-size:20px;line-height:28px;font-weight:600;margin:0}';

export const waitPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const waitPageSeconds = 1;

/** What people see in place of the app while it is built. */
export function waitPage(language: Language): string {
  const { title, text } = words[language];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="${waitPageSeconds}">
    <title>${title} – Docket</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  </body>
</html>
`;
}
