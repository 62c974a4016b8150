/** `topic` is one of Docket’s own texts (unsubscribe.ts), so the page needs no escaping. */
export const unsubscribePage = (topic: string, isDone: boolean) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${isDone ? 'Unsubscribed' : 'Unsubscribe'} · Docket</title>
<style>
  body { font: 17px/1.5 system-ui, sans-serif; max-width: 32em; margin: 15vh auto; padding: 0 1em; color-scheme: light dark }
  button { font: inherit; padding: .5em 1.2em }
</style>
</head>
<body>
<main>
<h1>${isDone ? 'Unsubscribed' : 'Unsubscribe'}</h1>
${
  isDone
    ? `<p>You will receive no more e-mails about ${topic}. You can turn them on again in your preferences.</p>`
    : `<p>Stop receiving e-mails about ${topic}?</p>
<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>`
}
</main>
</body>
</html>
`;
